import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Exchange, Rejection, UnreadOrder } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { OrderDeps } from '../deps.ts';
import type { OrderFacts } from './order-facts.ts';
import { isAbsenceFinal, pauseBefore } from '../../../domain/position/lost-answer.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import { bookName, onExchange } from '../store/external-name.ts';
import type { OrderRow } from '../store/block-view.store.ts';

/** What could not be read or written down here is tried again after so long, ms. */
const AFTER_FAILURE = SECOND;
const NEVER_RECEIVED = 'The exchange never received this order: it was not placed.';

/** Trades that the stream did not bring. True when any of them was new. */
async function readFills({ keys, markets }: OrderDeps, facts: OrderFacts, order: OrderRow): Promise<boolean> {
  const key = await keys.byId(order.userId, order.keyId);
  if (!key || !markets.isOn(order.market as Market) || !order.exchangeOrderId) return false;
  const { symbol, exchangeOrderId } = order;
  const answer = await markets.exchange(order.market as Market).fills(key.credentials, { symbol, exchangeOrderId });
  if (answer.outcome !== 'ok') return false;
  let isNews = false;
  for (const fill of answer.value) isNews = (await facts.addFill(order, fill)) || isNews;
  return isNews;
}

/**
 * An exit is sent again, once it is certain that the exchange has none, and so is an entry that stands in for another; the
 * first is its owner's to repeat, and so is each limit of several (M-04).
 */
const isTriedAgain = ({ leg, attempt, target }: OrderRow): boolean =>
  leg !== 'entry' || (attempt > 1 && target === null);

/** Whether what could not be read in the list of open orders may be this one. */
const mayBe = ({ clientOrderId, exchangeOrderId }: UnreadOrder, order: OrderRow): boolean =>
  clientOrderId === null || clientOrderId === order.clientOrderId || exchangeOrderId === order.exchangeOrderId;

/** What came of a question: the matter is settled for now, or it is asked again, where a limit put it off not before so many ms. */
type Asked = 'settled' | { limitedFor: number | undefined };

const askedAgain = (answer: Rejection | { outcome: 'ok' | 'absent' | 'unknown' }): Asked => ({
  limitedFor: answer.outcome === 'rejected' ? answer.retryAfter : undefined,
});

/** Finds out what became of an order, by its client id; never sends anything again. */
export function orderLookup(deps: OrderDeps, facts: OrderFacts, pause = sleep) {
  const { clock, log, markets, keys } = deps;
  const { store } = facts;
  const lookingUp = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  /** The second source of M-04: what neither its id nor the open orders know was never placed. */
  async function confirmAbsent(exchange: Exchange, key: OpenKey, order: OrderRow): Promise<Asked> {
    const open = await exchange.openOrders(key.credentials, order.symbol);
    if (open.outcome !== 'ok' || open.unread?.some((each) => mayBe(each, order))) return askedAgain(open);
    const found = open.value.find((each) => bookName(order.keyId, each) === order.clientOrderId);
    if (found) await facts.apply(order, found);
    else await facts.settle(order.clientOrderId, isTriedAgain(order) ? 'expired' : 'rejected', NEVER_RECEIVED);
    return 'settled';
  }

  /** One question to the exchange about one order. */
  async function ask(order: OrderRow): Promise<Asked> {
    const key = await keys.byId(order.userId, order.keyId);
    const market = order.market as Market;
    if (!key || !markets.isOn(market)) return 'settled';
    const exchange = markets.exchange(market);
    const lookup = await exchange.find(key.credentials, onExchange(order));
    if (lookup.outcome === 'found') {
      await facts.apply(order, lookup.order);
      return 'settled';
    }
    const isAbsent = lookup.outcome === 'absent' && isAbsenceFinal({ placedAt: order.placedAt, now: clock() });
    return isAbsent ? confirmAbsent(exchange, key, order) : askedAgain(lookup);
  }

  /** Ms until it is asked for again; null where nothing is left to ask. */
  async function oneTurn(clientOrderId: string, turn: number): Promise<number | null> {
    try {
      const order = await store.byClientOrderId(clientOrderId);
      if (!order || !isLive(order.state)) return null;
      const asked = await ask(order);
      if (asked === 'settled') return null;
      return pauseBefore(turn + 1, { ...asked, placedAt: order.placedAt, now: clock() });
    } catch (error) {
      log.error({ error, clientOrderId }, 'looking up an order failed');
      return AFTER_FAILURE;
    }
  }

  async function tryInTurn(clientOrderId: string): Promise<void> {
    const { signal } = stopping;
    for (let turn = 0; !signal.aborted; turn += 1) {
      const wait = await oneTurn(clientOrderId, turn);
      if (wait === null) return;
      await pause(wait, undefined, { signal }).catch(() => {});
    }
  }

  return {
    /** True when its answer settles the matter for now. */
    ask: async (order: OrderRow): Promise<boolean> => (await ask(order)) === 'settled',
    readFills: (order: OrderRow) => readFills(deps, facts, order),
    /** Asks until it is known, in the background. */
    start(clientOrderId: string): void {
      if (lookingUp.has(clientOrderId) || stopping.signal.aborted) return;
      const work = tryInTurn(clientOrderId).finally(() => lookingUp.delete(clientOrderId));
      lookingUp.set(clientOrderId, work);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(lookingUp.values());
    },
  };
}
export type OrderLookup = ReturnType<typeof orderLookup>;

/** Where what the exchange said of these orders cannot be written down, it is asked again. */
export async function orLookedUp<T>(
  written: Promise<T>,
  { orders, lookUp }: { orders: readonly Pick<OrderRow, 'clientOrderId'>[]; lookUp: OrderLookup['start'] },
): Promise<T> {
  try {
    return await written;
  } catch (error) {
    for (const { clientOrderId } of orders) lookUp(clientOrderId);
    throw error;
  }
}
