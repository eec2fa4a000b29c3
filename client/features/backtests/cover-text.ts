import type { BacktestReport } from '#contracts/backtests.ts';
import { INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import { utcText } from './shown.ts';

type Data = Pick<BacktestReport['data'], 'from' | 'to' | 'interval'>;

/** prices may begin later or end earlier than was asked for; null where they do not. */
export function coverText({ from, to, interval }: Data, asked: Pick<Data, 'from' | 'to'>): string | null {
  const isLate = from - asked.from >= INTERVAL_MS[interval];
  const isEarly = asked.to - to >= INTERVAL_MS[interval];
  if (isLate && isEarly) return `there are prices from ${utcText(from)} to ${utcText(to)}`;
  if (isLate) return `there are prices from ${utcText(from)} on`;
  return isEarly ? `there are prices until ${utcText(to)}` : null;
}
