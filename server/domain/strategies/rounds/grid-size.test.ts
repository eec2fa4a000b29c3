import { describe, expect, it } from 'vitest';
import type { Big } from 'big.js';
import { min } from '#contracts/rules/decimal.ts';
import { floored } from '#contracts/rules/open-result.ts';
import {
  ARITHMETIC,
  big,
  fixed,
  GEOMETRIC,
  IMBALANCE,
  rules,
  settingsOf,
  sized,
  texts,
  type Wanted,
} from '../../../../tests/factories/worked-grids.ts';
import { copyCapital, leastFree, withinLimits } from './copy-capital.ts';
import { isAboveMinimum, mostSteps, narrowestStep } from './grid-checks.ts';
import { imbalanceWeights, rungsOf } from './grid-levels.ts';
import { gridOf, type GridSettings, leastInvestment, sellableOf, type SizedGrid, sizeGrid } from './grid-size.ts';
import { isRising, priceLines, rootOf } from './price-lines.ts';

/** What the smallest purchase is worth, counter units. */
const smallestPurchase = ({ levels }: SizedGrid): Big =>
  levels.map(({ buys, buyPrice }) => big(fixed(buys) ?? 0).times(buyPrice)).reduce((least, worth) => min(least, worth));

/** What one cycle of a level earns when each leg fills at its price. */
function cycleOf({ levels }: SizedGrid, at: number): { profit: string; percent: string; dust: string } {
  const { buys, buyPrice, sellPrice } = levels[at]!;
  const quantity = big(fixed(buys) ?? 0);
  const sold = sellableOf(quantity, rules);
  const spent = quantity.times(buyPrice);
  const profit = sold.times(sellPrice).times('0.999').minus(spent);
  return {
    profit: profit.toFixed(),
    percent: profit.div(spent).times(100).round(4, 0).toFixed(),
    dust: quantity.times('0.999').minus(sold).toFixed(),
  };
}

describe('R-2, R-3, R-4, R-6 a sized grid', () => {
  it.each([
    [
      'grid-arithmetic',
      ARITHMETIC,
      {
        lines: ['0.48', '0.49', '0.5', '0.51', '0.52', '0.53', '0.54', '0.55', '0.56'],
        starts: ['buy', 'buy', 'buy', 'buy', 'sell', 'sell', 'sell', 'sell'],
        quantities: ['105', '102.9', '100.8', '98.9', '97', '95.1', '93.4', '91.7'],
        profits: ['0.900648', '0.87765', '0.854694', '0.885624', '0.865643', '0.8457', '0.827685', '0.809704'],
        percents: ['1.787', '1.7406', '1.6958', '1.7558', '1.7161', '1.6778', '1.641', '1.6054'],
        dust: ['0.095', '0.0971', '0.0992', '0.0011', '0.003', '0.0049', '0.0066', '0.0083'],
        money: ['50.44', '377.2', '0.5256', '201.66', '198.25632', '399.91632'],
      },
    ],
    [
      'grid-geometric',
      GEOMETRIC,
      {
        lines: ['0.4', '0.428', '0.4579', '0.4899', '0.5241', '0.5608', '0.6'],
        starts: ['buy', 'buy', 'buy', 'buy', 'sell', 'sell'],
        quantities: ['126.3', '118', '110.3', '103.1', '96.3', '90'],
        profits: ['3.3968292', '3.38267938', '3.37768201', '3.36727011', '3.42418104', '3.41406'],
        percents: ['6.7237', '6.6978', '6.6876', '6.6667', '6.7844', '6.7642'],
        dust: ['0.0737', '0.082', '0.0897', '0.0969', '0.0037', '0.01'],
        money: ['50.52', '186.3', '0.5256', '202.03906', '97.91928', '299.95834'],
      },
    ],
    [
      'grid-imbalance (T-4)',
      IMBALANCE,
      {
        lines: ['0.48', '0.5', '0.52', '0.54', '0.56'],
        starts: ['buy', 'buy', 'sell', 'sell'],
        quantities: ['156.4', '116.8', '80.2', '46.3'],
        profits: ['2.9499', '2.171368', '1.506746', '0.844128'],
        percents: ['3.9294', '3.718', '3.6129', '3.3762'],
        dust: ['0.0436', '0.0832', '0.0198', '0.0537'],
        money: ['25.03', '126.5', '0.5256', '133.472', '66.4884', '199.9604'],
      },
    ],
  ])('%s', (_, wanted, out) => {
    const grid = sized(wanted);
    const { levels, unit, startOrder, reserved, mostForCoins, cost } = grid;
    expect(texts(settingsOf(wanted).lines)).toEqual(out.lines);
    expect(levels.map(({ startsBy }) => startsBy)).toEqual(out.starts);
    expect(levels.map(({ buys }) => fixed(buys))).toEqual(out.quantities);
    expect(levels.map(({ number }) => number)).toEqual(levels.map((_level, at) => at + 1));
    for (const level of levels)
      expect(level).toMatchObject({ sells: { by: 'holdings' }, cycleOpensBy: 'buy', repeat: true });
    const cycles = levels.map((level, at) => cycleOf(grid, at));
    expect(cycles.map(({ profit }) => profit)).toEqual(out.profits);
    expect(cycles.map(({ percent }) => percent)).toEqual(out.percents);
    expect(cycles.map(({ dust }) => dust)).toEqual(out.dust);
    const money = [unit, startOrder.quantity, startOrder.price, reserved, mostForCoins, cost];
    expect(texts(money)).toEqual(out.money);
  });

  it('R-6 a cent more on each level would cost more than is invested', () => {
    for (const wanted of [ARITHMETIC, GEOMETRIC, IMBALANCE]) {
      const { unit, cost } = sized(wanted);
      expect(cost.lte(wanted.invest)).toBe(true);
      expect(gridOf(settingsOf(wanted), rules, unit.plus('0.01')).cost.gt(wanted.invest)).toBe(true);
    }
  });

  it('R-6 the same coins on each level are the most, by a step, that the investment pays for', () => {
    const settings: GridSettings = { ...settingsOf(ARITHMETIC), size: 'coins' };
    const grid = sizeGrid(settings, rules, big(400));
    expect(new Set(grid.levels.map(({ buys }) => fixed(buys)))).toEqual(new Set([grid.unit.toFixed()]));
    expect(grid.cost.lte(400)).toBe(true);
    expect(gridOf(settings, rules, grid.unit.plus('0.1')).cost.gt(400)).toBe(true);
  });

  it("R-6 coins of one's own are not bought at the start", () => {
    const settings = { ...settingsOf(ARITHMETIC), ownCoins: big(200) };
    // 376.8 are for sale; 176.8 of them are bought, and the fee of that purchase.
    expect(gridOf(settings, rules, big('50.44')).startOrder.quantity.toFixed()).toBe('177');
    expect(gridOf({ ...settings, ownCoins: big(500) }, rules, big('50.44')).startOrder.quantity.toFixed()).toBe('0');
  });

  it('T-4 grid-imbalance: the lowest level has three times the money of the highest', () => {
    const weights = imbalanceWeights(4, big(3)).map((weight) => weight.round(10).toFixed());
    expect(weights).toEqual(['3', '2.3333333333', '1.6666666667', '1']);
    expect(texts(imbalanceWeights(1, big(3)))).toEqual(['1']);
  });

  it.each([
    ['0.524', 'sell'],
    ['0.525', 'buy'],
    ['0.526', 'buy'],
    ['0.53', 'buy'],
    ['0.52', 'sell'],
  ])('R-4 between two lines, at %s, the nearer line stays empty: it %ss first', (price, startsBy) => {
    expect(rungsOf([big('0.52'), big('0.53')], big(price))[0]?.startsBy).toBe(startsBy);
  });
});

describe('R-3 lines', () => {
  it('a root has twenty right decimals', () => {
    expect(rootOf(big('1.5'), 6).toFixed()).toBe('1.06991319393366295089');
    expect(rootOf(big(2), 1).toFixed()).toBe('2');
  });

  it('must rise', () => {
    const lines = (steps: number) =>
      priceLines({ low: big('0.48'), high: big('0.4803'), steps, spacing: 'amount' }, rules.tick);
    expect([isRising(lines(3)), isRising(lines(4))]).toEqual([true, false]);
    expect(isRising(['1', '3', '2'].map(big))).toBe(false);
  });

  it('a price half of a tick away goes up', () => {
    const lines = priceLines({ low: big('0.48'), high: big('0.4803'), steps: 2, spacing: 'amount' }, rules.tick);
    expect(texts(lines)).toEqual(['0.48', '0.4802', '0.4803']);
  });
});

describe('R-7, R-8 what does not work', () => {
  it('grid-too-fine: the narrowest step, and the most steps that pay their fees', () => {
    const settings = { low: big('0.48'), high: big('0.56'), spacing: 'amount' as const };
    const { buyPrice, sellPrice, gain } = narrowestStep(priceLines({ ...settings, steps: 100 }, rules.tick), rules);
    expect(texts([buyPrice, sellPrice])).toEqual(['0.5592', '0.56']);
    expect(floored(gain.times(100), 4).toFixed()).toBe('-0.0572');
    expect(mostSteps(settings, rules)).toBe(66);
    expect(mostSteps({ ...settings, high: big('0.4802') }, rules)).toBeNull();
    expect(mostSteps({ ...settings, high: big('0.96') }, rules)).toBe(100);
  });

  it('grid-too-small: the least investment with which each order is legal', () => {
    const wanted: Wanted = { ...ARITHMETIC, steps: 40, invest: '180' };
    const settings = settingsOf(wanted);
    const grid = sized(wanted);
    expect(grid.unit.toFixed()).toBe('4.6');
    expect(smallestPurchase(grid).toFixed()).toBe('4.5484');
    expect(isAboveMinimum(grid, rules)).toBe(false);
    const least = leastInvestment(settings, rules, (tried) => isAboveMinimum(tried, rules));
    expect(texts([least.unit, least.invest])).toEqual(['5.09', '199.18']);
    const then = sizeGrid(settings, rules, least.invest);
    expect([then.unit.toFixed(), isAboveMinimum(then, rules)]).toEqual(['5.09', true]);
    expect(isAboveMinimum(gridOf(settings, rules, least.unit.minus('0.01')), rules)).toBe(false);
  });

  it('R-8 an order worth exactly the minimum is legal, by its purchase and by its sale', () => {
    const grid = (quantity: string) => gridOf({ ...settingsOf(ARITHMETIC), size: 'coins' }, rules, big(quantity));
    const of = (minNotional: string) => ({ ...rules, minNotional: big(minNotional) });
    expect(isAboveMinimum(grid('100'), of('48'))).toBe(true);
    expect(isAboveMinimum(grid('100'), of('48.0001'))).toBe(false);
    // After the fee, one of two steps is left for the sale: 0.049 where the purchase was worth 0.096.
    expect(isAboveMinimum(grid('0.2'), of('0.05'))).toBe(false);
    expect(isAboveMinimum(grid('0.2'), of('0.049'))).toBe(true);
  });

  it('R-8 an order of exactly the least quantity is legal; the sale is the smaller one', () => {
    const grid = gridOf({ ...settingsOf(ARITHMETIC), size: 'coins' }, rules, big('100'));
    const of = (minQuantity: string) => ({ ...rules, minQuantity: big(minQuantity) });
    expect([isAboveMinimum(grid, of('99.9')), isAboveMinimum(grid, of('99.91'))]).toEqual([true, false]);
  });
});

describe('C-3 bot-on-copy-keys', () => {
  const main = { capital: big(400), free: big(1000) };

  it.each([
    { free: '320', multiplier: '1', capital: '128', unit: '16.16', smallest: '16.112', runs: true },
    { free: '320', multiplier: '2', capital: '256', unit: '32.29', smallest: '32.238', runs: true },
    { free: '30', multiplier: '1', capital: '12', unit: '1.55', smallest: '1.508', runs: false },
  ])('$free free times $multiplier: $capital', ({ free, multiplier, capital, unit, smallest, runs }) => {
    const given = copyCapital(main, { free: big(free), multiplier: big(multiplier) });
    expect(given.toFixed()).toBe(capital);
    const grid = sizeGrid(settingsOf(ARITHMETIC), rules, given);
    expect([grid.unit.toFixed(), smallestPurchase(grid).toFixed()]).toEqual([unit, smallest]);
    expect(isAboveMinimum(grid, rules)).toBe(runs);
  });

  it('names the least capital, and the free balance that would do', () => {
    const least = leastInvestment(settingsOf(ARITHMETIC), rules, (grid) => isAboveMinimum(grid, rules));
    expect(least.invest.toFixed()).toBe('39.8');
    expect(leastFree(main, least.invest, big(1)).toFixed()).toBe('99.5');
    expect(leastFree(main, least.invest, big(3)).toFixed()).toBe('33.17');
  });

  it('rounds the capital down to a cent', () => {
    expect(copyCapital(main, { free: big('0.99'), multiplier: big(1) }).toFixed()).toBe('0.39');
  });

  it('a ceiling and a fixed amount hold for it as for a deal', () => {
    const none = { ceiling: null, fixed: null, usdt: big(2) };
    const of = (change: Partial<Parameters<typeof withinLimits>[1]>) =>
      withinLimits(big('128.009'), { ...none, ...change }).toFixed();
    expect(of({})).toBe('128');
    expect([of({ ceiling: big(100) }), of({ ceiling: big(300) })]).toEqual(['50', '128']);
    expect([of({ fixed: big(500) }), of({ fixed: big(1) })]).toEqual(['250', '0.5']);
    expect(of({ fixed: big(500), ceiling: big(100) })).toBe('50');
    expect(of({ fixed: big(500), ceiling: big(100), usdt: null })).toBe('128');
  });
});
