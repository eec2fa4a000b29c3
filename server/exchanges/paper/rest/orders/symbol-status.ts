import { refusal } from '../../binance-error.ts';
import type { ExchangeCore } from '../../exchange-core.ts';
import type { Market } from '../../market/market.ts';

const CLOSED = 'Market is closed.';
const WRONG_PHASE = 'This order type is not possible in this trading phase.';

/** Orders are placed while a symbol trades (errors.md; changelog of 2023-03-13). Throws the refusal. */
export function checkTrading({ terms }: Market): void {
  if (terms.status === 'TRADING') return;
  throw terms.status === 'CANCEL_ONLY' ? refusal(-2010, WRONG_PHASE) : refusal(-1013, CLOSED);
}

/** Orders can be canceled in every status, unless a test says otherwise. Throws the refusal. */
export function checkCancels({ markets }: ExchangeCore, symbol: string): void {
  const market = markets.get(symbol);
  if (market && !market.trades && !market.terms.cancels) throw refusal(-2011, CLOSED);
}
