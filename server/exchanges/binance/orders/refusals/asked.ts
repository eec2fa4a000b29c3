import type { Big } from 'big.js';
import type { Side } from '#contracts/symbol.ts';
import type { BothTargets, ListTerms } from '../../../exchange.ts';
import { type OrderTerms, trailingDeltaOf } from '../../../../domain/market/exchange-order.ts';
import type { BinancePair } from '../../trading-rules.ts';

/** One order of what was asked for. */
export interface AskedOrder {
  side: Side;
  type: OrderTerms['type'];
  quantity: Big;
  price: Big | null;
  stopPrice: Big | null;
  /** Basis points; null for an order that does not trail. */
  trailingDelta: number | null;
}

/** Its trigger lies below the market: a sale's stop, a purchase's take profit. */
export const waitsBelow = ({ side, type }: AskedOrder): boolean => (side === 'sell') === type.startsWith('stop');

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
  trailingDelta: trailingDeltaOf(terms) ?? null,
});

const takeProfitOf = ({ price, trailingDelta }: BothTargets['takeProfit']): Omit<AskedOrder, 'side' | 'quantity'> =>
  trailingDelta === undefined
    ? { type: 'limit-maker', price, stopPrice: null, trailingDelta: null }
    : { type: 'take-profit', price: null, stopPrice: price, trailingDelta };

function ofTargets(
  targets: Partial<{ [Leg in keyof BothTargets]: BothTargets[Leg] | null }>,
  of: Pick<AskedOrder, 'side' | 'quantity'>,
): AskedOrder[] {
  const { takeProfit, stopLoss } = targets;
  const orders: AskedOrder[] = [];
  if (takeProfit) orders.push({ ...of, ...takeProfitOf(takeProfit) });
  if (stopLoss) {
    const type = stopLoss.price === null ? 'stop' : 'stop-limit';
    const trailingDelta = trailingDeltaOf(stopLoss) ?? null;
    orders.push({ ...of, type, price: stopLoss.price, stopPrice: stopLoss.stopPrice, trailingDelta });
  }
  return orders;
}

function ofList(terms: ListTerms): AskedOrder[] {
  if (terms.kind === 'oco') return ofTargets(terms.targets, terms);
  const { entry, targets } = terms;
  const side = entry.side === 'buy' ? 'sell' : 'buy';
  const quantity = terms.kind === 'oto' ? terms.targetQuantity : entry.quantity;
  return [{ ...entry, type: 'limit', stopPrice: null, trailingDelta: null }, ...ofTargets(targets, { side, quantity })];
}

export function asked(pair: BinancePair | undefined, terms: OrderTerms | ListTerms): Asked {
  return {
    name: pair === undefined ? terms.symbol : `${pair.base}/${pair.counter}`,
    pair,
    orders: 'kind' in terms ? ofList(terms) : [ofOrder(terms)],
  };
}
