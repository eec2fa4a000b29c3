import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../../tests/setup/seed.ts';
import { randomFrom } from '../../exchanges/paper/market/random.ts';
import { lossAtStop, quantityForRisk, rewardToRisk } from './risk-size.ts';

const big = (amount: string) => new Big(amount);
const terms = { fee: big('0.001'), step: big('0.1') };
const buy = { side: 'buy', price: big('0.52'), stopLoss: big('0.494') } as const;
const sell = { side: 'sell', price: big('0.52'), stopLoss: big('0.546') } as const;
const sizeOf = (entry: Parameters<typeof quantityForRisk>[0], risk: string) =>
  quantityForRisk(entry, big(risk), terms)?.toFixed();

describe('what an entry loses at its stop', () => {
  it('counts both fees and what cannot be sold (trading rule 5)', () => {
    // 192.3 at 0.52 is 99.996; 192.1 at 0.494 net of its fee is 94.8025026.
    expect(lossAtStop(buy, big('192.3'), terms).toFixed()).toBe('5.1934974');
    // 192.5 bought back at 0.546 for what 192.3 sold brought in.
    expect(lossAtStop(sell, big('192.3'), terms).toFixed()).toBe('5.208996');
  });
});

describe('size by risk', () => {
  it('is the largest quantity whose loss is within the risk', () => {
    expect(sizeOf(buy, '5.1934974')).toBe('192.3');
    expect(sizeOf(buy, '5.1934973')).toBe('192.2');
    expect(sizeOf(sell, '5.208996')).toBe('192.3');
    expect(sizeOf(sell, '5.2089959')).toBe('192.2');
  });

  it('is nothing where one step loses more, and unknown where the stop loses nothing', () => {
    expect(sizeOf(buy, '0.001')).toBe('0');
    expect(sizeOf({ ...buy, stopLoss: big('0.53') }, '5')).toBeUndefined();
    expect(sizeOf({ ...sell, stopLoss: big('0.51') }, '5')).toBeUndefined();
  });

  it('never loses more than the risk, and one step more would', () => {
    const { uniform: random } = randomFrom(`${SEED}`);
    for (let round = 0; round < 300; round += 1) {
      const side = random() < 0.5 ? 'buy' : 'sell';
      const price = big((0.1 + random() * 50).toFixed(4));
      const away = price.times((0.002 + random() * 0.3).toFixed(4));
      const entry = { side, price, stopLoss: side === 'buy' ? price.minus(away) : price.plus(away) } as const;
      const own = { fee: big(['0', '0.00075', '0.001', '0.01'][round % 4] ?? '0'), step: big(round % 2 ? '0.1' : '1') };
      const risk = big((1 + random() * 200).toFixed(2));
      const quantity = quantityForRisk(entry, risk, own) ?? big('0');
      const place = `seed ${SEED}, round ${round}: ${side} at ${price.toFixed()}`;
      expect(lossAtStop(entry, quantity, own).lte(risk), place).toBe(true);
      expect(lossAtStop(entry, quantity.plus(own.step), own).gt(risk), place).toBe(true);
    }
  });
});

it('reward is told for each unit of risk', () => {
  expect(rewardToRisk(big('10'), big('4'))?.toFixed()).toBe('2.5');
  expect(rewardToRisk(big('10'), big('0'))).toBeNull();
});
