import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { BotPreview } from '#contracts/bot-preview.ts';
import { chartLines, priceAt, scaleOf, topOf, withText } from './chart-scale.ts';

describe('the chart of a bot', () => {
  it('has room above and below, and a price is where its height says', () => {
    const scale = scaleOf([0.48, 0.56, 0.5]);
    expect(topOf(scale, 0.56)).toBeGreaterThan(0);
    expect(topOf(scale, 0.48)).toBeLessThan(100);
    expect(topOf(scale, 0.52)).toBeCloseTo(50);
    expect(priceAt(scale, topOf(scale, 0.5))).toBeCloseTo(0.5);
    const flat = scaleOf([2]);
    expect(topOf(flat, 2)).toBeCloseTo(50);
  });

  it('says of each line what rests there at first', () => {
    const big = (text: string) => new Big(text);
    const level = (startsBy: 'buy' | 'sell', buyPrice: string, sellPrice: string) => ({
      number: 1,
      startsBy,
      buyPrice: big(buyPrice),
      sellPrice: big(sellPrice),
      buys: big('105'),
      sells: big('96.9'),
      amount: big('50.4'),
      percent: big('1'),
    });
    const plan = {
      lines: [
        { price: big('0.48'), side: 'buy' },
        { price: big('0.49'), side: null },
        { price: big('0.5'), side: 'sell' },
      ],
      levels: [level('buy', '0.48', '0.49'), level('sell', '0.49', '0.5')],
    } as NonNullable<BotPreview['plan']>;
    expect(chartLines(plan, { counterRound: 4, baseRound: 1 }).map(({ text }) => text)).toEqual([
      '0.4800 buys 105.0',
      '0.4900 empty at first',
      '0.5000 sells 96.9',
    ]);
    // A level alone: its other order comes after that.
    const alone = {
      lines: [
        { price: big('0.51'), side: null },
        { price: big('0.52'), side: 'sell' },
      ],
      levels: [level('sell', '0.51', '0.52')],
    } as NonNullable<BotPreview['plan']>;
    expect(chartLines(alone, { counterRound: 4, baseRound: 1 }).map(({ text }) => text)).toEqual([
      '0.5100 then buys 105.0',
      '0.5200 sells 96.9',
    ]);
  });

  it('shows no text over another', () => {
    expect([...withText([10, 14, 20, 40])]).toEqual([0, 2, 3]);
    expect([...withText([40, 18, 10])]).toEqual([2, 1, 0]);
  });
});
