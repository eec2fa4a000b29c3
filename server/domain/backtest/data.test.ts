import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { type Bars, barsOf, decimalOf } from './bars.ts';
import { dataFileOf, timeOf } from './data-file.ts';
import { joinBars } from './join-bars.ts';
import { KlinesReader } from './read-klines.ts';

/** The first two minutes of 2025, of which one is in microseconds as Binance writes them since. */
const IN_MS = '1735689540000,0.5231,0.5240,0.5229,0.5238,1520.3,1735689599999,795.9,12,800.1,419.2,0';
const IN_US = '1735689600000000,0.5238,0.5239,0.5200,0.5201,99.0,1735689659999999,51.6,3,10.0,5.2,0';
function readKlines(lines: readonly string[], interval: number): Bars {
  const reader = new KlinesReader(interval);
  for (const text of lines) reader.take(text);
  return reader.bars();
}
const line = (change: Record<number, string>) =>
  IN_US.split(',')
    .map((field, at) => change[at] ?? field)
    .join(',');

describe('X-2 the name of a file', () => {
  it('says pair and interval', () => {
    expect(dataFileOf('XRPUSDT-1m-2025-01.zip')).toEqual({ symbol: 'XRPUSDT', kind: 'klines', interval: '1m' });
    expect(dataFileOf('1000SATSUSDT-4h-2025-01-05.csv.gz')).toMatchObject({ interval: '4h' });
    expect(dataFileOf('XRPUSDT-aggTrades-2025-01-05.csv')).toEqual({ symbol: 'XRPUSDT', kind: 'aggTrades' });
  });

  it.each([
    'XRPUSDT-1m.zip',
    'xrpusdt-1m-2025-01.zip',
    'XRPUSDT-7m-2025-01.zip',
    'XRPUSDT-1m-2025-01.exe',
    '../a-1m-2025-01.zip',
  ])('%s is none of theirs', (name) => expect(dataFileOf(name)).toBeNull());
});

describe('X-2 a file of klines', () => {
  it('is read in milliseconds and in microseconds, and without a heading', () => {
    const bars = readKlines(['open_time,open,high,low', IN_MS, IN_US, ''], MINUTE);
    expect([...bars.times]).toEqual([1_735_689_540_000, 1_735_689_600_000]);
    expect([...bars.low].map((price) => decimalOf(price).toFixed())).toEqual(['0.5229', '0.52']);
    expect([...bars.volume]).toEqual([1520.3, 99]);
  });

  it.each([
    ['1735689600000000,0.5', 'Line 2: 2 columns instead of 12.'],
    [line({ 0: '1735689600000001' }), null],
    [line({ 0: '1735689601000000' }), 'Line 2, column 1: its time does not begin a bar of this length.'],
    [line({ 0: 'soon' }), 'Line 2, column 1: its time does not begin a bar of this length.'],
    [line({ 0: '1735689540000', 6: '1735689599999' }), 'Line 2, column 1: it is not later than the line before.'],
    [line({ 1: '0' }), 'Line 2, column 2: a price is not a number above 0.'],
    [line({ 2: '-1' }), 'Line 2, column 3: a price is not a number above 0.'],
    [line({ 3: '1e-3' }), 'Line 2, column 4: a price is not a number above 0.'],
    [line({ 2: '0.5230' }), 'Line 2, column 3: the highest price is below another one.'],
    [line({ 3: '0.5202' }), 'Line 2, column 4: the lowest price is above another one.'],
    [line({ 5: '' }), 'Line 2, column 6: the volume is not a number.'],
    // A bar of five minutes.
    [line({ 6: '1735689899999999' }), 'Line 2, column 7: it does not end within a bar of this length.'],
    [line({ 6: 'soon' }), 'Line 2, column 7: it does not end within a bar of this length.'],
    [line({ 7: 'x' }), 'Line 2, column 8: the volume is not a number.'],
    [line({ 10: '' }), 'Line 2, column 11: the volume is not a number.'],
    [line({ 10: '51.7' }), 'Line 2, column 11: buyers took more than there was.'],
  ])('%s: %s', (text, sentence) => {
    const read = () => readKlines([IN_MS, text], MINUTE);
    if (sentence === null) expect(read).not.toThrow();
    else expect(read).toThrow(sentence);
  });

  it('the last millisecond of 2024 is one, and the first of 2025 too', () => {
    expect(timeOf('1735689599999')).toBe(1_735_689_599_999);
    expect(timeOf('1735689600000000')).toBe(1_735_689_600_000);
    expect(timeOf('17356896')).toBeNull();
  });
});

describe('X-2 several files', () => {
  const of = (...bars: [time: number, close: number][]): Bars =>
    barsOf(
      10,
      bars.map(([time, close]) => ({ time, open: 1, high: 9, low: 1, close, volume: 5 })),
    );

  it('are joined in the order of their times; what two have in common must agree', () => {
    const joined = joinBars([of([20, 2], [30, 3]), of([10, 1], [20, 2])]);
    expect('bars' in joined && [...joined.bars.times]).toEqual([10, 20, 30]);
    expect(joinBars([of([10, 1], [20, 2]), of([30, 3]), of([20, 4])])).toEqual({
      disagreement: { time: 20, sources: [0, 2] },
    });
  });
});
