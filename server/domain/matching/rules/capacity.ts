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

/** Without a list of them: an account may have hundreds open, and places often. */
function countOf<Each>(all: ReadonlyMap<number, Each>, holds: (one: Each) => boolean): number {
  let count = 0;
  for (const one of all.values()) if (holds(one)) count += 1;
  return count;
}

const exceeds = (count: number, most: number | null): boolean => most !== null && count > most;

/** How much an account may have open on a symbol, orders that wait for their entry included. Throws the refusal. */
export function checkCapacity({ market, drafts, clientListId }: Wanted, account: Account): void {
  const { pair, terms } = market;
  const isHere = (of: { pair: Pair }): boolean => of.pair === pair;
  const algoOrders = drafts.filter(hasTrigger).length;
  if (exceeds(countOf(account.open, isHere) + drafts.length, pair.maxOrders)) throw new OrderRefusal('MAX_NUM_ORDERS');
  const openAlgo = () => countOf(account.open, (order) => isHere(order) && hasTrigger(order));
  if (algoOrders > 0 && exceeds(openAlgo() + algoOrders, terms.maxNumAlgoOrders))
    throw new OrderRefusal('MAX_NUM_ALGO_ORDERS');
  if (clientListId !== null && exceeds(countOf(account.lists, isHere) + 1, pair.maxOrderLists))
    throw new OrderRefusal('MAX_NUM_ORDER_LISTS');
}

/** Client ids are free again once their order, or their list, is done. Throws the refusal. */
export function checkIds({ drafts, clientListId }: Wanted, account: Account): void {
  const ids = drafts.map((draft) => draft.clientOrderId);
  const isTaken = countOf(account.open, ({ clientOrderId }) => ids.includes(clientOrderId)) > 0;
  const isListTaken = countOf(account.lists, (list) => list.clientListId === clientListId) > 0;
  if (new Set(ids).size < ids.length || isListTaken || isTaken) throw new OrderRefusal('duplicate-id');
}
