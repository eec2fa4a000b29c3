import type { Big } from 'big.js';
import { formatAmount } from '../../../lib/format-amount.ts';
import type { Bar } from '../bars.ts';
import { compact } from '../compact.ts';

export const PARTS = ['open', 'high', 'low', 'close', 'change', 'percent', 'volume'] as const;
export type Part = (typeof PARTS)[number];

const HUNDRED = 100;
const PERCENT_DECIMALS = 2;
const UNKNOWN = '—';

const signed = (amount: Big, decimals: number): string => `${amount.gt(0) ? '+' : ''}${formatAmount(amount, decimals)}`;

/** What the legend says of a bar; its change is from the close before it. */
export function legendTexts(bar: Bar, before: Bar | undefined, decimals: number): Record<Part, string> {
  const price = (amount: Big) => formatAmount(amount, decimals);
  const change = before && bar.close.minus(before.close);
  return {
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    change: change ? signed(change, decimals) : UNKNOWN,
    percent:
      change && before.close.gt(0) ? `(${signed(change.div(before.close).times(HUNDRED), PERCENT_DECIMALS)}%)` : '',
    volume: bar.volume ? compact(bar.volume) : UNKNOWN,
  };
}

export type Direction = 'up' | 'down' | 'same';

export function direction(bar: Bar, before: Bar | undefined): Direction {
  const from = before?.close ?? bar.open;
  if (bar.close.eq(from)) return 'same';
  return bar.close.gt(from) ? 'up' : 'down';
}
