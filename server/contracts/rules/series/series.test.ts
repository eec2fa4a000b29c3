import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { ema, wilder } from './averages.ts';
import { type Macd, macd, rsi } from './oscillators.ts';
import type { Running } from './running.ts';
import { atr } from './true-range.ts';
import { bollinger, sma } from './windows.ts';

const closes = [
  0.5124, 0.5131, 0.5119, 0.5108, 0.5117, 0.5142, 0.516, 0.5151, 0.5138, 0.5149, 0.5173, 0.5188, 0.518, 0.5169, 0.5175,
  0.5197, 0.5221, 0.5234, 0.5219, 0.5202, 0.519, 0.5183, 0.5171, 0.5158, 0.5166, 0.5149, 0.5127, 0.511, 0.5098, 0.5083,
  0.5094, 0.5117, 0.5139, 0.5162, 0.5158, 0.5181, 0.5209, 0.5232, 0.5251, 0.524,
];

const all = <Out>(of: Running<number, Out>, values: readonly number[]) => values.map((value) => of.add(value));
const only = <Out>(of: Running<number, Out>, read: (value: Out) => number | null): Running<number, number> => ({
  preview: (value) => {
    const now = of.preview(value);
    return now && read(now);
  },
  add: (value) => {
    const now = of.add(value);
    return now && read(now);
  },
});
const macds = (read: keyof Macd) => only(macd({ fast: 12, slow: 26, signal: 9 }), (value) => value[read]);
/** Of bars whose high and low are so far from the close. */
const ranges = (length: number): Running<number, number> => {
  const of = atr(length);
  const bar = (close: number) => ({ high: close + 0.0012, low: close - 0.0011, close });
  return { preview: (close) => of.preview(bar(close)), add: (close) => of.add(bar(close)) };
};
const bands = (read: 'upper' | 'middle' | 'lower') => only(bollinger(20, 2), (value) => value[read]);

describe('K-6 forty bars have the values of the worked example, to ten decimals', () => {
  it.each([
    [
      'sma20',
      () => sma(20),
      [
        19, 0.516485, 0.516815, 0.517075, 0.517335, 0.517585, 0.51783, 0.517865, 0.5177, 0.517495, 0.517295, 0.516965,
        0.51657, 0.516215, 0.51601, 0.515975, 0.51589, 0.51581, 0.51575, 0.51574, 0.5159, 0.51609,
      ],
    ],
    [
      'ema9',
      () => ema(9),
      [
        8, 0.5132222222, 0.5135577778, 0.5143062222, 0.5152049778, 0.5157639822, 0.5159911858, 0.5162929486,
        0.5169743589, 0.5179994871, 0.5190795897, 0.5196436718, 0.5197549374, 0.5196039499, 0.5193431599, 0.518894528,
        0.5182756224, 0.5179404979, 0.5173323983, 0.5164059186, 0.5153247349, 0.5142197879, 0.5130358303, 0.5123086643,
        0.5121869314, 0.5125295451, 0.5132636361, 0.5137709089, 0.5146367271, 0.5158893817, 0.5173515054, 0.5189012043,
        0.5199209634,
      ],
    ],
    [
      'ema21',
      () => ema(21),
      [
        20, 0.5166047619, 0.5167588745, 0.5167898859, 0.5166998962, 0.5166908148, 0.5165280134, 0.5161800122,
        0.515709102, 0.5151719109, 0.5145471917, 0.5140792652, 0.5138629684, 0.5138663349, 0.5140784863, 0.5142349875,
        0.5145863523, 0.5151603203, 0.5158912002, 0.5167283639, 0.5173894217,
      ],
    ],
    [
      'rsi14',
      () => rsi(14),
      [
        14, 64.2458100559, 68.4250474383, 72.2374804281, 74.0642160036, 68.4663014276, 62.6838030458, 58.9021080553,
        56.7512675615, 53.1671005947, 49.5184952074, 51.714493641, 47.032396107, 41.7628118377, 38.2010455224,
        35.875169002, 33.1575502063, 36.9306561861, 44.0431185647, 49.8669082945, 55.1251986251, 54.0631647326,
        58.9593210424, 63.991073377, 67.5143794697, 70.1156992632, 66.781566068,
      ],
    ],
    [
      'macd',
      () => macds('macd'),
      [
        25, 0.0008262716, 0.0003886554, -0.0000942479, -0.0005672434, -0.0010510178, -0.0013303166, -0.0013505043,
        -0.001175432, -0.000841396, -0.0006020072, -0.0002241156, 0.0002978691, 0.0008869128, 0.0014898739,
        0.0018575515,
      ],
    ],
    [
      'macdSignal',
      () => macds('signal'),
      [33, -0.0005772479, -0.0005821998, -0.0005105829, -0.0003488925, -0.0001017315, 0.0002165896, 0.000544782],
    ],
    [
      'macdHistogram',
      () => macds('histogram'),
      [33, -0.0002641481, -0.0000198075, 0.0002864673, 0.0006467616, 0.0009886443, 0.0012732843, 0.0013127695],
    ],
    [
      'bollingerUpper',
      () => bands('upper'),
      [
        19, 0.5237486836, 0.5239039421, 0.5239788757, 0.5238186024, 0.5233916427, 0.5230014988, 0.5229464466,
        0.5232092649, 0.5236439755, 0.5241332673, 0.5247983326, 0.5250647278, 0.524898611, 0.5247089425, 0.5246649655,
        0.5245518474, 0.5243584268, 0.5241362983, 0.5240901856, 0.524819417, 0.5255152639,
      ],
    ],
    [
      'bollingerLower',
      () => bands('lower'),
      [
        19, 0.5092213164, 0.5097260579, 0.5101711243, 0.5108513976, 0.5117783573, 0.5126585012, 0.5127835534,
        0.5121907351, 0.5113460245, 0.5104567327, 0.5091316674, 0.5080752722, 0.507531389, 0.5073110575, 0.5072850345,
        0.5072281526, 0.5072615732, 0.5073637017, 0.5073898144, 0.506980583, 0.5066647361,
      ],
    ],
    [
      'atr14',
      () => ranges(14),
      [
        14, 0.0025785714, 0.0026372449, 0.0027060131, 0.0026912979, 0.0026847766, 0.0026930069, 0.0026649349,
        0.0026388682, 0.0026146633, 0.0025993302, 0.0025779495, 0.0025938102, 0.0026442523, 0.0026553772, 0.0026299931,
        0.0026278507, 0.0026044328, 0.0026684019, 0.0027206589, 0.0027763261, 0.0027423028, 0.0027964241, 0.0028823938,
        0.0029265085, 0.0029389008, 0.002893265,
      ],
    ],
  ])('%s', (_, indicator, [first = 0, ...expected]) => {
    const values = all(indicator(), closes);
    expect(values.slice(0, first).filter((value) => value !== null)).toEqual([]);
    expect(values.slice(first).map((value) => Number(value?.toFixed(10)))).toEqual(expected);
  });
});

describe('K-6', () => {
  it('RSI is 100 without falls, 50 without any change, 0 without rises', () => {
    expect(all(rsi(2), [1, 2, 3]).at(-1)).toBe(100);
    expect(all(rsi(2), [1, 1, 1]).at(-1)).toBe(50);
    expect(all(rsi(2), [3, 2, 1]).at(-1)).toBe(0);
  });

  it("Wilder's average moves by one part in its length", () => {
    expect(all(wilder(4), [1, 2, 3, 6, 11, 3])).toEqual([null, null, null, 3, 5, 4.5]);
  });

  it('bands are as wide as asked for, and the middle is the mean', () => {
    expect(all(bollinger(4, 3), [1, 3, 1, 3]).at(-1)).toEqual({ upper: 5, middle: 2, lower: -1 });
  });
});

const prices = fc.array(fc.double({ min: 0.0001, max: 100_000, noNaN: true }), { minLength: 2, maxLength: 120 });
const length = fc.integer({ min: 2, max: 30 });
const indicators = (n: number): Running<number, unknown>[] => [
  sma(n),
  ema(n),
  wilder(n),
  rsi(n),
  bollinger(n, 2),
  macd({ fast: n, slow: 2 * n, signal: n }),
];

describe('K-6 the last bar', () => {
  it('has the same value whether it is updated many times or computed once with all bars', () => {
    fc.assert(
      fc.property(prices, prices, length, (before, ticks, n) => {
        const wholes = indicators(n);
        indicators(n).forEach((running, at) => {
          for (const close of before) running.add(close);
          const updated = ticks.map((close) => running.preview(close)).at(-1);
          const close = ticks.at(-1)!;
          const whole = all(wholes[at]!, [...before, close]).at(-1);
          expect(updated).toEqual(whole);
          expect(running.add(close)).toEqual(whole);
        });
      }),
      { numRuns: runs(200) },
    );
  });

  it('has a mean and bands that do not depend on where the series began', () => {
    fc.assert(
      fc.property(prices, length, (history, n) => {
        const last = (of: Running<number, unknown>, values: readonly number[]) => all(of, values).at(-1);
        if (history.length < n) return;
        expect(last(sma(n), history)).toBe(last(sma(n), history.slice(-n)));
        expect(last(bollinger(n, 2), history)).toEqual(last(bollinger(n, 2), history.slice(-n)));
      }),
      { numRuns: runs(200) },
    );
  });
});
