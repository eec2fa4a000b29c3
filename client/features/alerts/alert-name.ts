import type { Alert } from '#contracts/alerts.ts';
import { coinText } from '#contracts/rules/occasion-text.ts';
import { pairLabel } from '../../lib/pair-label.ts';

/** Its pair, 'BTC/USDT'; of an alert on listings its coin. */
export function alertName({ symbol, condition }: Pick<Alert, 'symbol' | 'condition'>): string {
  if (symbol !== null) return pairLabel(symbol);
  return condition?.kind === 'listing' ? coinText(condition) : '';
}
