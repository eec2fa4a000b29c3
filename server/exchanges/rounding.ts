import type { Big } from 'big.js';
import { priceOnTick } from '#contracts/rules/order-total.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../domain/market/pair.ts';
import type { OrderTerms } from '../domain/market/exchange-order.ts';

type Steps = Pick<ExchangePair, 'tick' | 'step' | 'marketQuantity'>;

/** A buy's price goes down to the tick, a sale's up: never worse for the owner than what was asked for. */
export const roundPrice = ({ tick }: Steps, side: Side, price: Big): Big => priceOnTick(side, price, tick);

/** Down to the step, so that it is never more than is there. */
export function roundQuantity(pair: Steps, type: OrderTerms['type'], quantity: Big): Big {
  const step = type === 'market' ? (pair.marketQuantity?.step ?? pair.step) : pair.step;
  return floorTo(step, quantity);
}

/** The same terms on the pair's steps. The caller rounds: an adapter sends exactly what it is given. */
export function roundTerms<Terms extends OrderTerms>(pair: Steps, terms: Terms): Terms {
  const rounded = { ...terms, quantity: roundQuantity(pair, terms.type, terms.quantity) };
  if ('price' in rounded) rounded.price = roundPrice(pair, terms.side, rounded.price);
  if ('stopPrice' in rounded && rounded.stopPrice) rounded.stopPrice = roundPrice(pair, terms.side, rounded.stopPrice);
  return rounded;
}
