import type { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { big, fixed, market, rules, texts } from '../../../../tests/factories/worked-grids.ts';
import { rungsOf } from './grid-levels.ts';
import { inverseGrid } from './inverse-grid.ts';
import type { GridLevel } from './level.ts';
import { type Cycle, foldLevel, type LevelOrder, type LevelState } from './level-fold.ts';
import { priceLines } from './price-lines.ts';
import { shiftDown, shiftsAt, shiftUp } from './trend-shift.ts';
import { stepLevels, typedLevel } from './typed-levels.ts';

describe('T-3 inverse-start', () => {
  const lines = priceLines({ low: big('0.48'), high: big('0.56'), steps: 8, spacing: 'amount' }, rules.tick);
  const grid = inverseGrid({ rungs: rungsOf(lines, market), coins: big(800), market }, rules);

  it('sells the coins of the levels that buy first', () => {
    expect(grid.perLevel.toFixed()).toBe('100');
    expect(texts([grid.startOrder.quantity, grid.startOrder.price])).toEqual(['400', '0.5204']);
  });

  it('buys back with what they brought in, and sells the same coins at each turn', () => {
    const bringsIn = grid.startOrder.quantity.times(market).times('0.999');
    expect(bringsIn.toFixed()).toBe('208.9908');
    const counter = bringsIn.div(4);
    const rests = grid.levels.map((level) => {
      const start = level.startsBy === 'buy' ? { base: big(0), counter } : { base: big(100), counter: big(0) };
      return foldLevel(level, { start, orders: [] }, rules).rest.toFixed();
    });
    expect(rests).toEqual(['108.8', '106.6', '104.4', '102.4', '100', '100', '100', '100']);
  });
});

describe('T-5 trend-shift-up', () => {
  const lines = ['0.5', '0.51', '0.52', '0.53', '0.54'].map(big);
  const grid = { lines, spacing: 'amount' as const };

  it('takes the lowest level off and buys at the old top with the same amount', () => {
    expect(shiftsAt(grid, 'up', rules.tick).toFixed()).toBe('0.55');
    const shift = shiftUp(grid, big('25.01'), rules);
    expect(texts(shift?.lines ?? [])).toEqual(['0.51', '0.52', '0.53', '0.54', '0.55']);
    const { quantity, buyPrice, sellPrice } = shift!.added;
    expect(texts([quantity, buyPrice, sellPrice])).toEqual(['46.3', '0.54', '0.55']);
    expect(quantity.times(buyPrice).toFixed()).toBe('25.002');
  });

  it('does not shift where the order would be too small', () => {
    expect(shiftUp(grid, big('5.4'), rules)?.added.quantity.toFixed()).toBe('10');
    expect(shiftUp(grid, big('5.02'), rules)).toBeNull();
  });

  it('downward sells the same coins at the old lowest line', () => {
    const shift = shiftDown(grid, big('46.35'), rules);
    expect(texts(shift?.lines ?? [])).toEqual(['0.49', '0.5', '0.51', '0.52', '0.53']);
    const { quantity, buyPrice, sellPrice } = shift!.added;
    expect(texts([quantity, buyPrice, sellPrice])).toEqual(['46.3', '0.49', '0.5']);
    expect(shiftDown(grid, big('9.9'), rules)).toBeNull();
    expect(shiftDown(grid, big(10), rules)).not.toBeNull();
    const near = { lines: ['0.01', '0.02'].map(big), spacing: 'amount' as const };
    expect(shiftDown(near, big(1000), rules)).toBeNull();
  });

  it('by percent the next line is as far as the others', () => {
    const percent = { lines: ['0.4', '0.5', '0.625'].map(big), spacing: 'percent' as const };
    expect(shiftsAt(percent, 'up', rules.tick).toFixed()).toBe('0.7813');
    expect(shiftsAt(percent, 'down', rules.tick).toFixed()).toBe('0.32');
  });
});

/** An order of a level that has filled whole, with its fee. */
function filled(level: GridLevel, { turn, side, rest: quantity }: LevelState): LevelOrder {
  const price = side === 'buy' ? level.buyPrice : level.sellPrice;
  const moved =
    side === 'buy'
      ? { base: quantity.times('0.999'), counter: quantity.times(price).times(-1) }
      : { base: quantity.times(-1), counter: quantity.times(price).times('0.999') };
  const ended = { state: 'filled', cancelAsked: false, expiryReason: null, updatedAt: 0 } as const;
  return { turn, side, price, quantity, filledQuantity: quantity, ...ended, ...moved };
}

/** The first round of a level that begins with these coins: its sale, and the purchase after it. */
function roundOf(level: GridLevel, coins: Big): Cycle {
  const start = { base: coins, counter: big(0) };
  const sale = filled(level, foldLevel(level, { start, orders: [] }, rules));
  const purchase = filled(level, foldLevel(level, { start, orders: [sale] }, rules));
  const [round] = foldLevel(level, { start, orders: [sale, purchase] }, rules).cycles;
  if (!round) throw new Error('Its round is not over.');
  return round;
}

describe('T-6 steps', () => {
  const settings = { market, coins: big(300), steps: 3, up: big('0.02'), back: big('0.015'), repeat: false };

  it.each([
    [true, ['100.2', '100.2', '100.2']],
    [false, ['101.4', '101.4', '101.4']],
  ])('earning counter: %s, buys back %o', (counterEarning, back) => {
    const levels = stepLevels({ ...settings, counterEarning }, rules);
    expect(texts(levels.map(({ sellPrice }) => sellPrice))).toEqual(['0.5335', '0.544', '0.5544']);
    expect(texts(levels.map(({ buyPrice }) => buyPrice))).toEqual(['0.5254', '0.5358', '0.546']);
    expect(levels.map(({ sells }) => fixed(sells))).toEqual(['100', '100', '100']);
    expect(levels.map(({ buys }) => buys.by)).toEqual(levels.map(() => (counterEarning ? 'fixed' : 'holdings')));
    expect(levels.map(({ number }) => number)).toEqual([1, 2, 3]);
    const bought = levels.map(({ buys, buyPrice, sellPrice }) =>
      buys.by === 'fixed'
        ? buys.quantity.toFixed()
        : big(100).times(sellPrice).times('0.999').div(buyPrice).round(1, 0).toFixed(),
    );
    expect(bought).toEqual(back);
  });

  it.each([
    { counterEarning: true, base: ['0.0998', '0.0998', '0.0998'], counter: ['0.65157', '0.65844', '0.67536'] },
    { counterEarning: false, base: ['1.2986', '1.2986', '1.2986'], counter: ['0.02109', '0.01548', '0.02016'] },
  ])('T-6 steps: what each step earns, earning counter: $counterEarning', ({ counterEarning, base, counter }) => {
    const rounds = stepLevels({ ...settings, counterEarning }, rules).map((level) => roundOf(level, big(100)));
    expect(texts(rounds.map((round) => round.base))).toEqual(base);
    expect(texts(rounds.map((round) => round.counter))).toEqual(counter);
  });

  it('the last step sells the rest', () => {
    const levels = stepLevels({ ...settings, coins: big('100.55'), counterEarning: true }, rules);
    expect(levels.map(({ sells }) => fixed(sells))).toEqual(['33.5', '33.5', '33.5']);
    const four = stepLevels({ ...settings, coins: big('100.3'), counterEarning: true }, rules);
    expect(four.map(({ sells }) => fixed(sells))).toEqual(['33.4', '33.4', '33.5']);
  });
});

describe('T-7 levels', () => {
  const typed = { buy: big('0.5'), sell: big('0.54'), invest: big(100), repeat: false };

  it.each([
    { first: 'buy', counterEarning: true, buys: '200', sells: null },
    { first: 'buy', counterEarning: false, buys: '200', sells: '185.4' },
    { first: 'sell', counterEarning: true, buys: '185.3', sells: '185.1' },
    { first: 'sell', counterEarning: false, buys: null, sells: '185.1' },
  ] as const)('$first first, earning counter: $counterEarning', ({ first, counterEarning, buys, sells }) => {
    const level = typedLevel({ ...typed, first, counterEarning }, rules);
    expect([fixed(level.buys), fixed(level.sells)]).toEqual([buys, sells]);
    expect([level.buys.by, level.sells.by]).toEqual([buys, sells].map((text) => (text ? 'fixed' : 'holdings')));
    expect([level.startsBy, level.cycleOpensBy]).toEqual([first, first]);
  });
});
