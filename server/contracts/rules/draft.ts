import type { Alert } from '../alerts.ts';

type Level = Pick<Alert, 'market' | 'symbol' | 'price' | 'type'>;

/** The markets page with its order form filled in at an alert's level, if it has one; nothing is placed without a press. */
export function draftPath({ market, symbol, price, type }: Level): string {
  const section = type === 'PRICE_RISES_ABOVE' ? 'sell' : 'buy';
  const at = price ? `&price=${price.toFixed()}` : '';
  return `/markets/spot/list?market=${market}&symbolName=${symbol}&section=${section}${at}`;
}
