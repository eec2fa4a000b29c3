import { describe, expect, it } from 'vitest';
import { floored } from '#contracts/rules/open-result.ts';
import { ARITHMETIC, big, fixed, rules, sized, texts } from '../../../../tests/factories/worked-grids.ts';
import { allocationOf, justHolding, runResult, sellingAll } from './run-books.ts';

describe('R-14 grid-books', () => {
  const grid = sized(ARITHMETIC);
  const given = { base: big(0), counter: grid.cost };
  const bought = (quantity: string, price: string) => ({
    base: big(quantity).times('0.999'),
    counter: big(quantity).times(price).times(-1),
  });
  const sold = (quantity: string, price: string) => ({
    base: big(quantity).times(-1),
    counter: big(quantity).times(price).times('0.999'),
  });
  const start = bought('377.2', '0.523');
  const fills = [
    start,
    sold('96.9', '0.53'),
    bought('97', '0.52'),
    sold('96.9', '0.53'),
    bought('97', '0.52'),
    bought('98.9', '0.51'),
  ];
  const cycle = {
    turn: 2,
    base: big('0.003'),
    counter: sold('96.9', '0.53').counter.plus(bought('97', '0.52').counter),
  };

  it('R-14 grid-books: what it owns after its start and after each of five fills', () => {
    const owned = fills.map((_, at) => allocationOf(given, fills.slice(0, at + 1)));
    expect(grid.cost.toFixed()).toBe('399.91632');
    expect(owned.map(({ base, counter }) => texts([base, counter]))).toEqual([
      ['376.8228', '202.64072'],
      ['279.9228', '253.946363'],
      ['376.8258', '203.506363'],
      ['279.9258', '254.812006'],
      ['376.8288', '204.372006'],
      ['475.6299', '153.933006'],
    ]);
  });

  it('total = cycles + position, and what is owned is derived from the fills', () => {
    const owned = allocationOf(given, fills);
    expect(texts([owned.base, owned.counter])).toEqual(['475.6299', '153.933006']);
    const result = runResult({ given, owned, cycles: [cycle], last: big('0.505') }, true);
    expect(texts([result.value, result.total, result.cycles, result.position])).toEqual([
      '394.1261055',
      '-5.7902145',
      '0.865643',
      '-6.6558575',
    ]);
    expect(floored(result.total.div(result.given).times(100), 2).toFixed()).toBe('-1.45');
    expect(justHolding(grid.cost, { start: big('0.523'), last: big('0.505') }, rules).toFixed()).toBe('-14.148923');
  });

  it('C-9, U-6 grid-stop: what selling comes to, and what stays', () => {
    const owned = allocationOf(given, fills);
    const sale = sellingAll(owned, big('0.505'), rules);
    expect(texts([sale.sold, sale.bringsIn, sale.counter, sale.dust])).toEqual([
      '475.6',
      '239.937822',
      '393.870828',
      '0.0299',
    ]);
    expect(sale.counter.minus(grid.cost).toFixed()).toBe('-6.045492');
    expect(sellingAll({ base: big('9.9'), counter: big(1) }, big('0.505'), rules).sold.toFixed()).toBe('0');
    expect(sellingAll({ base: big(10), counter: big(1) }, big('0.5'), rules).sold.toFixed()).toBe('10');
  });

  it('C-22 grid-worst: at the lowest line', () => {
    const purchases = grid.levels
      .slice(0, 4)
      .map(({ buys, buyPrice }) => bought(fixed(buys) ?? '0', buyPrice.toFixed()));
    const owned = allocationOf(given, [start, ...purchases]);
    expect(texts([owned.base, owned.counter])).toEqual(['784.0152', '0.98072']);
    const { value, total, given: was } = runResult({ given, owned, cycles: [], last: big('0.48') }, true);
    expect(texts([value, total])).toEqual(['377.308016', '-22.608304']);
    expect(floored(total.div(was).times(100), 2).toFixed()).toBe('-5.66');
  });

  it('earning the coin, all is counted in base', () => {
    const coins = { base: big(800), counter: big(0) };
    const cycles = [{ turn: 1, base: big('1.5983'), counter: big('0.045') }];
    const owned = { base: big('801.5983'), counter: big('0.053') };
    const result = runResult({ given: coins, owned, cycles, last: big('0.53') }, false);
    expect(texts([result.given, result.value, result.total, result.cycles, result.position])).toEqual([
      '800',
      '801.6983',
      '1.6983',
      '1.5983',
      '0.1',
    ]);
  });
});
