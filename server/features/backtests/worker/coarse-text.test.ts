import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { type Bars, barsOf } from '../../../domain/backtest/bars.ts';
import { printsOf } from '../../../domain/backtest/prints.ts';
import { coarseText } from './present-report.ts';

const bars = (interval: number, inside?: Bars['inside']): Bars => ({
  ...barsOf(interval, []),
  ...(inside && { inside }),
});
const trades = { prints: printsOf([]), bars: null };
const minutes = { prints: null, bars: bars(MINUTE) };

const EITHER = 'Too coarse for these settings. Use 1-minute or trade data.';
const TRADES = 'Too coarse for these settings. Use trade data.';
const MORE = 'Too coarse for these settings. Your trade data leaves out some bars: choose trade data of all the time.';

it.each<[string, Bars[], string]>([
  ['hours', [bars(HOUR)], EITHER],
  ['minutes', [bars(MINUTE)], TRADES],
  ['hours with five minutes inside', [bars(HOUR, { prints: null, bars: bars(5 * MINUTE) })], EITHER],
  ['hours with minutes inside', [bars(HOUR, minutes)], TRADES],
  ['hours with trades inside', [bars(HOUR, trades)], MORE],
  ['minutes with trades inside', [bars(MINUTE, trades)], MORE],
  ['hours of two pairs, minutes of one', [bars(HOUR, minutes), bars(HOUR)], EITHER],
  ['minutes of two pairs, trades of one', [bars(HOUR, minutes), bars(HOUR, trades)], TRADES],
])('X-6: what would be fine enough is named next to %s', (_, all, text) => {
  expect(coarseText(all)).toBe(text);
});
