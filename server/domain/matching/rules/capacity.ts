import type { Account } from '../model/matching-account.ts';
import type { TradedMarket } from '../model/market.ts';
import { type Draft, hasTrigger } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import { OrderRefusal } from '../model/refusal.ts';

/** What is asked for at once: the orders of one symbol, and the list they form. */
export interface Wanted {
  market: TradedMarket;
  drafts: readonly Draft[];
  /** The list's own client id; null for a single order. */
  clientListId: string | null;
}

/** Whether there are more than so many that hold. Nothing is counted while all of them are not: an account places often. */
function exceeds<Each>(
  all: ReadonlyMap<number, Each>,
  holds: (one: Each) => boolean,
  { more, most }: { more: number; most: number | null },
): boolean {
  if (most === null || all.size + more <= most) return false;
  let count = more;
  for (const one of all.values()) if (holds(one)) count += 1;
  return count > most;
}

/** How much an account may have open on a symbol, orders that wait for their entry included. Throws the refusal. */
export function checkCapacity({ market, drafts, clientListId }: Wanted, account: Account): void {
  const { pair, terms } = market;
  const isHere = (of: { pair: Pair }): boolean => of.pair === pair;
  const orders = { more: drafts.length, most: pair.maxOrders };
  if (exceeds(account.open, isHere, orders)) throw new OrderRefusal('MAX_NUM_ORDERS');
  const algo = { more: drafts.filter(hasTrigger).length, most: terms.maxNumAlgoOrders };
  if (algo.more > 0 && exceeds(account.open, (order) => isHere(order) && hasTrigger(order), algo))
    throw new OrderRefusal('MAX_NUM_ALGO_ORDERS');
  if (clientListId !== null && exceeds(account.lists, isHere, { more: 1, most: pair.maxOrderLists }))
    throw new OrderRefusal('MAX_NUM_ORDER_LISTS');
}

/** Client ids are free again once their order, or their list, is done. Throws the refusal. */
export function checkIds({ drafts, clientListId }: Wanted, account: Account): void {
  const ids = new Set(drafts.map((draft) => draft.clientOrderId));
  let isTaken = ids.size < drafts.length;
  for (const { clientOrderId } of account.open.values()) if (ids.has(clientOrderId)) isTaken = true;
  for (const list of account.lists.values()) if (list.clientListId === clientListId) isTaken = true;
  if (isTaken) throw new OrderRefusal('duplicate-id');
}
