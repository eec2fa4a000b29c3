import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { firstRun, readRun } from './run-request.ts';
import { type RunBot, searchableOf, triesText, variedAround } from './search-draft.ts';

const big = (text: string) => new Big(text);
const BOT: RunBot = {
  type: 'grid',
  market: 'binance',
  symbolName: 'xrp_usdt',
  settings: { low: big('0.48'), high: big('0.56'), steps: 8, spacing: 'amount', size: 'amount', invest: big('400') },
};

describe('X-10 the fields of a search', () => {
  it('X-10: are the settings that a bot has, around what is set', () => {
    expect(searchableOf(BOT)).toEqual(['low', 'high', 'steps']);
    expect(variedAround(BOT, 'low')).toEqual({ field: 'low', from: '0.456', to: '0.504', values: '5' });
    expect(variedAround(BOT, 'steps')).toEqual({ field: 'steps', from: '4', to: '12', values: '5' });
  });

  it('X-10: say how many tries they make, and are refused beyond 200', () => {
    const low = variedAround(BOT, 'low');
    const steps = variedAround(BOT, 'steps');
    expect(triesText([low, steps])).toBe('25 of at most 200 tries.');
    expect(triesText([{ ...low, values: '60' }, steps])).toBe('300 of at most 200 tries.');
    expect(triesText([{ ...low, values: 'x' }])).toBe('');
    const draft = firstRun(Date.UTC(2026, 10, 25, 13));
    const read = readRun(BOT, { ...draft, search: [low, steps] });
    expect(read).toMatchObject({ request: { search: [{ field: 'low', from: 0.456, to: 0.504, values: 5 }, {}] } });
    expect(readRun(BOT, { ...draft, search: [{ ...low, values: '60' }, steps] })).toEqual({
      faults: { search: 'At most 200 combinations are tried. Use fewer values.' },
    });
    expect(readRun(BOT, { ...draft, search: [{ ...low, from: '' }] })).toEqual({
      faults: { search: 'Enter a number.' },
    });
  });
});
