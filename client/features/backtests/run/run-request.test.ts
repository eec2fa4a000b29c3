import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { coveredBy, firstRun, readRun, type RunBot } from './run-request.ts';

const big = (text: string) => new Big(text);
const BOT: RunBot = {
  type: 'grid',
  market: 'binance',
  symbolName: 'xrp_usdt',
  stop: { below: big('0.4') },
  settings: { low: big('0.48'), high: big('0.56'), steps: 8, spacing: 'amount', size: 'amount', invest: big('400') },
};
const first = firstRun(Date.UTC(2026, 10, 25, 13));

describe('X-2, X-4 the fields of a run', () => {
  it('begin with ninety days in quarters of an hour, of whole days of UTC', () => {
    expect([first.from, first.to]).toEqual(['2026-08-27', '2026-11-25']);
    const read = readRun(BOT, first);
    if (!('request' in read)) throw new Error(JSON.stringify(read.faults));
    expect(read.request).toMatchObject({
      from: Date.UTC(2026, 7, 27),
      to: Date.UTC(2026, 10, 25),
      interval: '15m',
      fees: null,
      slippage: null,
      data: null,
    });
    expect(read.request.bot).toEqual(BOT);
  });

  it('X-2: files that are chosen set the longest of their bars, and the days until one was typed', () => {
    const noon = Date.UTC(2026, 0, 31, 12);
    const files = [
      { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1), interval: '1m' as const },
      { from: noon, to: noon + 86_400_000, interval: '15m' as const },
      { from: noon, to: noon + 1, interval: null },
    ];
    expect(coveredBy(first, files)).toEqual({ interval: '15m', from: '2026-01-01', to: '2026-02-02' });
    expect(coveredBy({ timeTyped: true }, files)).toEqual({ interval: '15m' });
    expect([coveredBy(first, []), coveredBy({ timeTyped: true }, files.slice(2))]).toEqual([{}, {}]);
  });

  it.each([
    [{ from: '' }, { from: 'Choose a day.' }],
    [{ to: first.from }, { to: 'The end lies before the start.' }],
    [{ fees: '7' }, { fees: 'Enter at most 1%.' }],
    [{ slippage: 'much' }, { slippage: 'Enter a percentage.' }],
  ])('%o is refused at its field', (change, faults) => {
    expect(readRun(BOT, { ...first, ...change })).toEqual({ faults });
  });
});
