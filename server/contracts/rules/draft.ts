import type { Alert } from '../alerts.ts';

type Level = Pick<Alert, 'market' | 'symbol' | 'price' | 'type'>;

/**
 * The markets page with its order form filled in at an alert's level, if it has one; nothing is placed without a press.
 * The alerts where it has no pair.
 */
export function draftPath({ market, symbol, price, type }: Level): string {
  if (symbol === null) return '/alerts';
  const section = type === 'PRICE_RISES_ABOVE' ? 'sell' : 'buy';
  const at = price ? `&price=${price.toFixed()}` : '';
  return `/markets/spot/list?market=${market}&symbolName=${symbol}&section=${section}${at}`;
}
