import type { TradedMarket } from '../model/market.ts';
import { OrderRefusal } from '../model/refusal.ts';

type OfStatus = Pick<TradedMarket, 'terms'>;

export const isTrading = ({ terms }: OfStatus): boolean => terms.status === 'TRADING';

/** Orders are placed while a symbol trades (errors.md; changelog of 2023-03-13). Throws the refusal. */
export function checkTrading(market: OfStatus): void {
  if (isTrading(market)) return;
  throw new OrderRefusal(market.terms.status === 'CANCEL_ONLY' ? 'cancel-only' : 'market-closed');
}

/** Orders can be canceled in every status, unless the exchange says otherwise. Throws the refusal. */
export function checkCancels(market: OfStatus): void {
  if (!isTrading(market) && !market.terms.cancels) throw new OrderRefusal('cancels-closed');
}
