import type { Big } from 'big.js';
import type { Side } from '#contracts/symbol.ts';
import type { BothTargets, ListTerms } from '../../../exchange.ts';
import type { OrderTerms } from '../../../../domain/market/exchange-order.ts';
import type { BinancePair } from '../../trading-rules.ts';

/** One order of what was asked for. */
export interface AskedOrder {
  side: Side;
  type: OrderTerms['type'];
  quantity: Big;
  price: Big | null;
  stopPrice: Big | null;
}

/** What a refusal is about. */
export interface Asked {
  /** 'XRP/USDT', or the symbol while the pair's rules are not known. */
  name: string;
  pair: BinancePair | undefined;
  /** A list's own order, the entry first. */
  orders: readonly AskedOrder[];
}

const ofOrder = (terms: OrderTerms): AskedOrder => ({
  side: terms.side,
  type: terms.type,
  quantity: terms.quantity,
  price: 'price' in terms ? terms.price : null,
  stopPrice: 'stopPrice' in terms ? terms.stopPrice : null,
});

function ofTargets(
  targets: Partial<{ [Leg in keyof BothTargets]: BothTargets[Leg] | null }>,
  of: Pick<AskedOrder, 'side' | 'quantity'>,
): AskedOrder[] {
  const { takeProfit, stopLoss } = targets;
  const orders: AskedOrder[] = [];
  if (takeProfit) orders.push({ ...of, type: 'limit-maker', price: takeProfit.price, stopPrice: null });
  if (stopLoss) {
    const type = stopLoss.price === null ? 'stop' : 'stop-limit';
    orders.push({ ...of, type, price: stopLoss.price, stopPrice: stopLoss.stopPrice });
  }
  return orders;
}

function ofList(terms: ListTerms): AskedOrder[] {
  if (terms.kind === 'oco') return ofTargets(terms.targets, terms);
  const { entry, targets } = terms;
  const side = entry.side === 'buy' ? 'sell' : 'buy';
  const quantity = terms.kind === 'oto' ? terms.targetQuantity : entry.quantity;
  return [{ ...entry, type: 'limit', stopPrice: null }, ...ofTargets(targets, { side, quantity })];
}

export function asked(pair: BinancePair | undefined, terms: OrderTerms | ListTerms): Asked {
  return {
    name: pair === undefined ? terms.symbol : `${pair.base}/${pair.counter}`,
    pair,
    orders: 'kind' in terms ? ofList(terms) : [ofOrder(terms)],
  };
}
