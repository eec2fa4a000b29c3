import type { PreventedMatch } from '../../../../domain/matching/model/order.ts';
import type { SignedCall } from '../endpoint.ts';
import { accountFilters } from '../exchange-info.ts';
import { requiredSymbol } from '../orders/find-order.ts';
import { marketParameter, neitherSent } from '../orders/order-parameters.ts';
import { limitParameter, wholeParameter } from '../parameters.ts';

/** The only filters that depend on an account; no asset has one of its own here. */
export function filtersOfAccount({ parameters, core }: SignedCall) {
  const { terms } = marketParameter(parameters, core.markets);
  return { exchangeFilters: [], symbolFilters: accountFilters(terms), assetFilters: [] };
}

const matchAnswer = (symbol: string, { id, taker, maker, ...match }: PreventedMatch) => ({
  symbol,
  preventedMatchId: id,
  takerOrderId: taker.orderId,
  makerSymbol: symbol,
  makerOrderId: maker.orderId,
  tradeGroupId: -1,
  selfTradePreventionMode: match.mode,
  price: match.price,
  ...(maker.prevented === null ? {} : { makerPreventedQuantity: maker.prevented }),
  ...(taker.prevented === null ? {} : { takerPreventedQuantity: taker.prevented }),
  transactTime: match.time,
});

/** Matches that self-trade prevention kept from trading, oldest first. */
export async function preventedMatches(call: SignedCall) {
  const { parameters, account, core } = call;
  const symbol = requiredSymbol(call);
  const matchId = wholeParameter(parameters, 'preventedMatchId');
  const orderId = wholeParameter(parameters, 'orderId');
  if (matchId === undefined && orderId === undefined) throw neitherSent('preventedMatchId', 'orderId');
  const from = wholeParameter(parameters, 'fromPreventedMatchId') ?? 0;
  const limit = limitParameter(parameters, 500, 1000);
  await core.journal.committed();
  const isRequested = ({ id, taker, maker }: PreventedMatch): boolean =>
    matchId === undefined ? id >= from && (taker.orderId === orderId || maker.orderId === orderId) : id === matchId;
  const matches = await core.store.preventedMatches({ apiKey: account.id, symbol });
  return matches
    .filter(isRequested)
    .slice(0, limit)
    .map((match) => matchAnswer(symbol, match));
}
