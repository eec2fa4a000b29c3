import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import type { ExchangePair } from './pair.ts';

/** An order as its exchange lists it. */
interface ListedOrder {
  symbol: string;
  exchangeOrderId: string;
  exchangeListId: string | null;
  side: Side;
  /** 0 where it goes to the market once it is triggered. */
  price: Big;
  quantity: Big;
  filledQuantity: Big;
  /** One that waits for another locks nothing yet. */
  state: string;
}

/** What one order locks; null where that is not known. */
function lockedByOne(order: ListedOrder, pair: ExchangePair | undefined): { asset: string; amount: Big } | null {
  if (!pair) return null;
  const left = order.quantity.minus(order.filledQuantity);
  if (order.side === 'sell') return { asset: pair.base, amount: left };
  return order.price.gt(0) ? { asset: pair.counter, amount: left.times(order.price) } : null;
}

/** What orders lock of each asset, the orders of a list together as much as the largest; null where that is not known. */
function lockedFunds(
  orders: readonly ListedOrder[],
  pairs: ReadonlyMap<string, ExchangePair>,
): ReadonlyMap<string, Big> | null {
  const lists = new Map<string, { asset: string; amount: Big }>();
  for (const order of orders.filter(({ state }) => state !== 'pending')) {
    const locked = lockedByOne(order, pairs.get(order.symbol));
    if (!locked) return null;
    const name = order.exchangeListId === null ? `order ${order.exchangeOrderId}` : `list ${order.exchangeListId}`;
    const before = lists.get(name);
    if (!before || locked.amount.gt(before.amount)) lists.set(name, locked);
  }
  const funds = new Map<string, Big>();
  for (const { asset, amount } of lists.values()) funds.set(asset, (funds.get(asset) ?? ZERO).plus(amount));
  return funds;
}

/** Whether these orders, and nothing else, lock what is locked. */
export function areAllThatLock(
  orders: readonly ListedOrder[],
  of: { pairs: ReadonlyMap<string, ExchangePair>; balances: readonly { asset: string; locked: Big }[] },
): boolean {
  const funds = lockedFunds(orders, of.pairs);
  if (!funds) return false;
  const locked = new Map(of.balances.map((balance) => [balance.asset, balance.locked]));
  return [...funds.keys(), ...locked.keys()].every((asset) => (funds.get(asset) ?? ZERO).eq(locked.get(asset) ?? ZERO));
}
