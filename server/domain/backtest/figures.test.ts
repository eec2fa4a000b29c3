import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { barsOf, decimalOf, holesIn } from './bars.ts';
import { barPath } from './bar-path.ts';
import { curveFigures } from './curve-figures.ts';
import { dealFigures } from './deal-figures.ts';
import { dailyValues, equityFigures } from './equity-figures.ts';

const bar = (time: number, price = 1) => ({ time, open: price, high: price, low: price, close: price, volume: 0 });

describe('X-5 a bar is four prices', () => {
  it.each([
    [['0.5230', '0.5250', '0.5195', '0.5205'], false, ['0.5230', '0.5250', '0.5195', '0.5205']],
    [['0.5205', '0.5312', '0.5199', '0.5300'], true, ['0.5205', '0.5199', '0.5312', '0.5300']],
    [['0.5300', '0.5303', '0.5196', '0.5210'], false, ['0.5300', '0.5303', '0.5196', '0.5210']],
  ])('bar-path: %s', ([open = '', high = '', low = '', close = ''], rose, drawn) => {
    const prices = { open, high, low, close };
    expect(barPath(prices, 'drawn', rose)).toEqual(drawn);
    const [first, second, third, last] = drawn;
    expect(barPath(prices, 'reversed', rose)).toEqual([first, third, second, last]);
  });
});

describe('bars', () => {
  it('give back the decimals that were read', () => {
    const texts = ['0.5312', '67123.45', '0.00001234', '0.1', '12345678.12345678'];
    const { close } = barsOf(
      1000,
      texts.map((text, at) => bar(at * 1000, Number(text))),
    );
    expect([...close].map((price) => decimalOf(price).toFixed())).toEqual(texts);
  });

  it('name their holes', () => {
    expect(holesIn({ interval: 10, times: Float64Array.of(0, 10, 30, 40, 70) })).toEqual([
      { from: 20, to: 30 },
      { from: 50, to: 70 },
    ]);
  });
});

const QUARTER = DAY / 4;
const ELEVEN_DAYS = [1000, 1008, 1003, 1019, 1011, 990, 1002, 1025, 1040, 1031, 1052];

describe('X-9 figures of an equity curve', () => {
  it('metrics: of eleven days', () => {
    const figures = equityFigures(ELEVEN_DAYS);
    expect(figures.return.toFixed(10)).toBe('0.0520000000');
    expect(figures.worstDrawdown.toFixed(10)).toBe('0.0284592738');
    expect(figures.drawdownAt).toEqual({ peak: 3, low: 5 });
    expect(figures.daysUnderWater).toBe(3);
    expect(figures.meanDay.toFixed(12)).toBe('0.005179365693');
    expect(figures.sharpe?.toFixed(8)).toBe('6.72995287');
    expect(figures.sortino?.toFixed(8)).toBe('12.85427598');
    expect(figures.worstDay.toFixed(10)).toBe('-0.0207715134');
  });

  it('say nothing where nothing differs or no day lost', () => {
    expect(equityFigures([100, 100, 100])).toMatchObject({ sharpe: null, sortino: null, drawdownAt: null });
    expect(equityFigures([100, 101, 103])).toMatchObject({ sortino: null, worstDrawdown: 0, daysUnderWater: 0 });
  });

  it('a value that comes back to its peak ends the time under water', () => {
    expect(equityFigures([100, 90, 100, 95, 99, 100]).daysUnderWater).toBe(2);
  });

  it('take the last value of each UTC day, after what was given', () => {
    const points = [
      { time: 5 * DAY, value: 11 },
      { time: 6 * DAY - 1, value: 12 },
      { time: 6 * DAY, value: 13 },
    ];
    expect(dailyValues(10, points)).toEqual([10, 12, 13]);
  });
});

describe('X-9 figures of a curve over days', () => {
  /** A bar of six hours at each of these values. */
  const figures = (values: readonly number[], timeAt = (at: number) => at * QUARTER) =>
    curveFigures({
      bars: { interval: QUARTER, times: Float64Array.from(values, (_, at) => timeAt(at)) },
      given: 100,
      curve: Float64Array.from(values),
    });
  const waves = (count: number): number[] => Array.from({ length: count }, (_, at) => 100 + (at % 7));

  it('X-9: Sharpe and Sortino need 30 whole days, on how many dates they may lie', () => {
    // From noon of a first day on: 31 dates after 30 days.
    const from = (at: number) => at * QUARTER + 2 * QUARTER;
    expect(figures(waves(119), from)).toMatchObject({ sharpe: null, sortino: null });
    expect(figures(waves(120), from).sharpe).not.toBeNull();
    // A hole of many days tells nothing about them.
    const holed = (at: number) => at * QUARTER + (at < 8 ? 0 : 60 * DAY);
    expect(figures(waves(100), holed)).toMatchObject({ sharpe: null, sortino: null });
  });

  it('X-9: days under water count where prices are missing', () => {
    const days = (at: number) => (at < 3 ? at : at + 10) * DAY;
    expect(figures([100, 110, 105, 106, 111], days).daysUnderWater).toBe(12);
    expect(figures([100, 110, 105, 106, 109], (at) => at * DAY).daysUnderWater).toBe(3);
    expect(figures([100, 110, 105, 110, 108], (at) => at * DAY).daysUnderWater).toBe(1);
    expect(figures([99, 98, 97], days).daysUnderWater).toBe(3);
  });
});

describe('X-9 figures of deals', () => {
  const of = (...results: string[]) => dealFigures(results.map((result) => new Big(result)));

  it('trade-metrics: of seven deals', () => {
    const { deals, ...figures } = of('5.2', '-3.1', '4.4', '-1.2', '2.9', '-6', '8.1');
    expect(deals).toBe(7);
    expect(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value?.toFixed(8)]))).toEqual({
      winRate: '0.57142857',
      profitFactor: '2.00000000',
      expectancy: '1.47142857',
      averageWin: '5.15000000',
      averageLoss: '-3.43333333',
    });
  });

  it('without losses there is no profit factor, without deals nothing at all', () => {
    expect(of('1', '0')).toMatchObject({ profitFactor: null, averageLoss: null, winRate: new Big('0.5') });
    expect(of()).toMatchObject({ deals: 0, winRate: null, expectancy: null });
  });
});
