import type { Big } from 'big.js';
import { useMemo } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { type Bar, type Interval, rangeOf } from './bars.ts';
import type { ChartLine } from './chart-line.ts';

interface Props {
  pair: Pair;
  interval: Interval;
  bars: readonly Bar[];
  price: Big | null;
  lines: readonly ChartLine[];
}

const UNITS = { m: 'minute', h: 'hour', d: 'day' } as const;
const intervalText = (interval: Interval): string =>
  `${interval.slice(0, -1)}-${UNITS[interval.slice(-1) as keyof typeof UNITS]}`;

/** Text alternative of the canvas. */
export function Summary({ pair, interval, bars, price, lines }: Props) {
  const range = useMemo(() => rangeOf(bars), [bars]);
  const text = (amount: Big) => grouped(amount, pair.counterRound);
  const [low, high] =
    range && price ? [price.lt(range.low) ? price : range.low, price.gt(range.high) ? price : range.high] : [];
  return (
    <p className="visually-hidden" data-testid="chart-summary">
      {bars.length} {intervalText(interval)} candles of {pair.baseCurrency}/{pair.counterCurrency}.{' '}
      {price ? `Last price ${text(price)} ${pair.counterCurrency}.` : 'Last price unknown.'}{' '}
      {low && high ? `Range ${text(low)} to ${text(high)}.` : ''} {lines.length} lines; the button Lines lists them.
    </p>
  );
}
