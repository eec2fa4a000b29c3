import type { Account } from '../model/matching-account.ts';
import type { TradedMarket } from '../model/market.ts';
import { type Draft, hasTrigger } from '../model/order.ts';
import { OrderRefusal } from '../model/refusal.ts';

/** What is asked for at once: the orders of one symbol, and the list they form. */
export interface Wanted {
  market: TradedMarket;
  drafts: readonly Draft[];
  /** The list's own client id; null for a single order. */
  clientListId: string | null;
}

const exceeds = (count: number, most: number | null): boolean => most !== null && count > most;

/** How much an account may have open on a symbol, orders that wait for their entry included. Throws the refusal. */
export function checkCapacity({ market, drafts, clientListId }: Wanted, account: Account): void {
  const { pair, terms } = market;
  const open = [...account.open.values()].filter((order) => order.pair === pair);
  const lists = [...account.lists.values()].filter((list) => list.pair === pair);
  const algoOrders = drafts.filter(hasTrigger).length;
  if (exceeds(open.length + drafts.length, pair.maxOrders)) throw new OrderRefusal('MAX_NUM_ORDERS');
  if (algoOrders > 0 && exceeds(open.filter(hasTrigger).length + algoOrders, terms.maxNumAlgoOrders))
    throw new OrderRefusal('MAX_NUM_ALGO_ORDERS');
  if (clientListId !== null && exceeds(lists.length + 1, pair.maxOrderLists))
    throw new OrderRefusal('MAX_NUM_ORDER_LISTS');
}

/** Client ids are free again once their order, or their list, is done. Throws the refusal. */
export function checkIds({ drafts, clientListId }: Wanted, account: Account): void {
  const ids = drafts.map((draft) => draft.clientOrderId);
  const taken = new Set([...account.open.values()].map((order) => order.clientOrderId));
  const isListTaken = [...account.lists.values()].some((list) => list.clientListId === clientListId);
  if (new Set(ids).size < ids.length || isListTaken || ids.some((id) => taken.has(id)))
    throw new OrderRefusal('duplicate-id');
}
