import { describe, expect, it } from 'vitest';
import { levelOf } from '../../../../tests/factories/run-facts.ts';
import { big, market, rules, texts } from '../../../../tests/factories/worked-grids.ts';
import { beginLevels } from './begin-levels.ts';
import type { GridLevel } from './level.ts';
import { largestOrder, ownedAt, smallestOrder, tradesOf } from './level-trades.ts';
import { planRun, type RunPlan, type RunSettings } from './plan-run.ts';

const GRID = {
  low: big('0.48'),
  high: big('0.56'),
  steps: 8,
  spacing: 'amount' as const,
  size: 'amount' as const,
  invest: big(400),
};
const plan = (of: RunSettings): RunPlan => planRun(of, market, rules);
const grid = (change: Partial<typeof GRID & { ownCoins: ReturnType<typeof big> }> = {}) =>
  plan({ type: 'grid', settings: { ...GRID, ...change } });
const LEVELS = {
  order: 'buy-sell' as const,
  counterEarning: true,
  buy: big('0.5'),
  sell: big('0.54'),
  invest: big(100),
  repeat: true,
};

/** '5 sell 96.9 0' for a level, what it begins by and with; ' at 0.5256' where its first leg has another price. */
const begun = (of: Pick<RunPlan, 'levels' | 'startOrder' | 'given'>, moved: { base: string; counter: string }) =>
  beginLevels(of, { base: big(moved.base), counter: big(moved.counter) }, rules).map(
    ({ level: { number, startsBy, firstPrice }, start: { base, counter } }) =>
      `${number} ${startsBy} ${base.toFixed()} ${counter.toFixed()}${firstPrice ? ` at ${firstPrice.toFixed()}` : ''}`,
  );

const PURCHASES = ['1 buy 0 50.4', '2 buy 0 50.421', '3 buy 0 50.4', '4 buy 0 50.439'];

describe('R-9 what the levels of a grid begin with', () => {
  it('each sale has its coins where all of them were bought', () => {
    // 377.2 at 0.523, less the fee.
    expect(begun(grid(), { base: '376.8228', counter: '-197.2756' })).toEqual([
      ...PURCHASES,
      '5 sell 96.9 0',
      '6 sell 95 0',
      '7 sell 93.3 0',
      '8 sell 91.6 0',
    ]);
  });

  it('the farthest sales have none where fewer were bought: these buy, no higher than the start would', () => {
    expect(begun(grid(), { base: '150', counter: '-78.84' })).toEqual([
      ...PURCHASES,
      '5 sell 96.9 0',
      // 42 whole coins of 95.1 are missing: 53.1 at 0.5256.
      '6 buy 53.1 22.0752 at 0.5256',
      '7 buy 0 49.09104 at 0.5256',
      '8 buy 0 48.19752 at 0.5256',
    ]);
  });

  it('money that the start left is shared out once, and never below nothing', () => {
    const [, , , , , sixth, seventh, eighth] = begun(grid(), { base: '150', counter: '-150' });
    expect([sixth, seventh, eighth]).toEqual([
      '6 buy 53.1 22.0752 at 0.5256',
      '7 buy 0 26.18112 at 0.5256',
      '8 buy 0 0 at 0.5256',
    ]);
    expect(begun(grid(), { base: '0', counter: '-399' }).slice(4)).toEqual([
      '5 buy 0 0 at 0.52',
      '6 buy 0 0 at 0.5256',
      '7 buy 0 0 at 0.5256',
      '8 buy 0 0 at 0.5256',
    ]);
  });

  it('coins of the owner’s own count as bought', () => {
    const own = grid({ ownCoins: big(200) });
    expect(texts([own.given.base, own.startOrder?.quantity ?? big(0)])).toEqual(['200', '276']);
    expect(own.unit?.toFixed()).toBe('63.74');
    // All four sales have their coins: 122.5 at 0.52 less the fee, and so on.
    expect(begun(own, { base: '275.724', counter: '-144.348' }).slice(4)).toEqual([
      '5 sell 122.3 0',
      '6 sell 120 0',
      '7 sell 117.8 0',
      '8 sell 115.6 0',
    ]);
  });
});

describe('T-3 what the levels of an inverse grid begin with', () => {
  const inverse = plan({ type: 'inverse-grid', settings: { ...GRID, coins: big(800) } });

  it('each purchase has its part of what the coins brought in, and no part of a hundred-millionth more', () => {
    expect(begun(inverse, { base: '-400', counter: '208.9908' })).toEqual([
      '1 buy 0 52.2477',
      '2 buy 0 52.2477',
      '3 buy 0 52.2477',
      '4 buy 0 52.2477',
      '5 sell 100 0',
      '6 sell 100 0',
      '7 sell 100 0',
      '8 sell 100 0',
    ]);
    const [first] = begun(inverse, { base: '-300', counter: '100' }).slice(3);
    expect(first).toBe('4 buy 0 33.33333333');
  });

  it('coins that were not sold are sold by their level, no lower than the start would', () => {
    expect(begun(inverse, { base: '-150', counter: '78' }).slice(0, 4)).toEqual([
      '1 sell 100 0 at 0.5204',
      '2 sell 100 0 at 0.5204',
      '3 sell 50 26 at 0.5204',
      '4 buy 0 52',
    ]);
    expect(begun(inverse, { base: '0', counter: '0' })[3]).toBe('4 sell 100 0 at 0.5204');
  });
});

describe('what a level begins with by itself', () => {
  const typed = (change: Partial<GridLevel>) => ({
    levels: [levelOf(1, change)],
    startOrder: null,
    given: { base: big(0), counter: big(0) },
  });
  const none = { base: '0', counter: '0' };
  it.each<[Partial<GridLevel>, string]>([
    [{}, '1 buy 0 50.4'],
    [{ startsBy: 'sell', sells: { by: 'fixed', quantity: big(100) } }, '1 sell 100 0'],
  ])('%o: %s', (change, said) => {
    expect(begun(typed(change), none)).toEqual([said]);
  });
});

describe('C-1 what a type makes of its settings', () => {
  const of = ({ levels, given, startOrder, lines }: RunPlan) => ({
    levels: levels.map(
      ({ startsBy, buyPrice, sellPrice, repeat }) =>
        `${startsBy} ${buyPrice.toFixed()} ${sellPrice.toFixed()} ${repeat}`,
    ),
    given: texts([given.base, given.counter]),
    start: startOrder && `${startOrder.side} ${startOrder.quantity.toFixed()} ${startOrder.price.toFixed()}`,
    lines: texts(lines),
  });

  it('grid-arithmetic, grid-imbalance and trend grids', () => {
    const { lines, levels, ...rest } = of(grid());
    expect([lines.length, levels.length]).toEqual([9, 8]);
    expect(rest).toEqual({ given: ['0', '399.91632'], start: 'buy 377.2 0.5256' });
    expect(of(plan({ type: 'trend-grid', settings: GRID }))).toEqual(of(grid()));
    const imbalance = { ...GRID, steps: 4, invest: big(200), lowestWeight: big(3) };
    expect(plan({ type: 'imbalance-grid', settings: imbalance }).unit?.toFixed()).toBe('25.03');
  });

  it('takes of the owner’s coins no more than its sales need', () => {
    expect(of(grid({ ownCoins: big(5000) })).given[0]).not.toBe('5000');
    const { given, startOrder, levels } = grid({ ownCoins: big(5000) });
    const needed = levels
      .filter(({ startsBy }) => startsBy === 'sell')
      .map((level) => tradesOf(level, market, rules).sells);
    expect(given.base.toFixed()).toBe(needed.reduce((sum, one) => sum.plus(one)).toFixed());
    expect(startOrder).toBeNull();
  });

  it('inverse-start: gives whole coins of each level', () => {
    expect(of(plan({ type: 'inverse-grid', settings: { ...GRID, coins: big('807') } })).given).toEqual(['806.4', '0']);
  });

  it('levels: buys or sells first as its type and order say, and again only where it repeats', () => {
    const said = (
      type: 'levels' | 'range' | 'sell-buy-once' | 'buy-sell-once',
      change: Partial<typeof LEVELS> | { order: 'sell-buy' } = {},
    ) => {
      const { levels, given, start, lines } = of(plan({ type, settings: { ...LEVELS, ...change } }));
      expect([start, lines]).toEqual([null, ['0.5', '0.54']]);
      return [...levels, ...given];
    };
    expect(said('levels')).toEqual(['buy 0.5 0.54 true', '0', '100']);
    expect(said('levels', { repeat: false })).toEqual(['buy 0.5 0.54 false', '0', '100']);
    expect(said('levels', { order: 'sell-buy' })).toEqual(['sell 0.5 0.54 true', '185.1', '0']);
    expect(said('range', { repeat: false })).toEqual(['buy 0.5 0.54 true', '0', '100']);
    expect(said('range', { order: 'sell-buy' })).toEqual(['sell 0.5 0.54 true', '185.1', '0']);
    expect(said('buy-sell-once', { order: 'sell-buy' })).toEqual(['buy 0.5 0.54 false', '0', '100']);
    expect(said('sell-buy-once')).toEqual(['sell 0.5 0.54 false', '185.1', '0']);
  });

  it('steps: percent are percent, and each line is named once', () => {
    const settings = { coins: big(300), steps: 3, up: big(2), back: big('1.5'), counterEarning: false, repeat: true };
    const { levels, given, lines } = of(plan({ type: 'steps', settings }));
    expect(levels[0]).toBe('sell 0.5254 0.5335 true');
    expect(given).toEqual(['300', '0']);
    expect(lines).toEqual(['0.5254', '0.5335', '0.5358', '0.544', '0.546', '0.5544']);
    // The first sale, at 0.5335, is where the second step buys back.
    const meeting = { ...settings, steps: 2, up: big(2), back: big('1.93') };
    expect(of(plan({ type: 'steps', settings: meeting })).lines).toEqual(['0.5232', '0.5335', '0.544']);
  });
});

describe('R-8, C-22 what the levels trade', () => {
  it('a level that sold its coins at the start buys with what the market paid for them', () => {
    const { levels } = plan({ type: 'inverse-grid', settings: { ...GRID, coins: big(800) } });
    const of = (at: number) => {
      const { buys, sells } = tradesOf(levels[at] ?? levelOf(0), market, rules);
      return texts([buys, sells]);
    };
    // 100 at 0.523 and at 0.56, less the fee, buy back at 0.48 and 0.55.
    expect([of(0), of(7)]).toEqual([
      ['108.8', '100'],
      ['101.7', '100'],
    ]);
    expect(texts(Object.values(tradesOf(levelOf(1), market, rules)))).toEqual(['105', '104.8']);
  });

  it('the smallest order of all, by worth', () => {
    expect(smallestOrder({ levels: [] }, market, rules)).toBeNull();
    const levels = [levelOf(1), levelOf(2, { buys: { by: 'fixed', quantity: big(20) } })];
    expect(smallestOrder({ levels }, market, rules)?.toFixed()).toBe('9.6');
    const sold = levelOf(3, { sells: { by: 'fixed', quantity: big(10) } });
    expect(smallestOrder({ levels: [sold, ...levels] }, market, rules)?.toFixed()).toBe('4.9');
  });

  it('C-10 the largest order of all, that of the start included', () => {
    expect(largestOrder(grid(), market, rules).toFixed()).toBe('198.25632');
    const none = { levels: [levelOf(1), levelOf(2, { buyPrice: big('0.47') })], startOrder: null };
    expect(largestOrder(none, market, rules).toFixed()).toBe('51.352');
    expect(largestOrder({ levels: [], startOrder: null }, market, rules).toFixed()).toBe('0');
  });

  it('grid-worst: what is owned where the price has gone straight down', () => {
    const at = (price: string) => {
      const { base, counter } = ownedAt(grid(), big(price), { market, rules });
      return texts([base, counter, counter.plus(base.times(price))]);
    };
    expect(at('0.48')).toEqual(['784.0152', '0.98072', '377.308016']);
    expect(at('0.52')[0]).toBe('376.8228');
    expect(at('0.51')[0]).toBe('475.6239');
    const inverse = plan({ type: 'inverse-grid', settings: { ...GRID, coins: big(800) } });
    expect(texts(Object.values(ownedAt(inverse, big('0.515'), { market, rules })))).toEqual(['400', '208.9908']);
  });
});
