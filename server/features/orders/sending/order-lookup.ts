import { setTimeout as sleep } from 'node:timers/promises';
import type { Market } from '#contracts/symbol.ts';
import type { Exchange, UnreadOrder } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { OrderDeps } from '../deps.ts';
import type { OrderFacts } from './order-facts.ts';
import { isAbsenceFinal, pauseBefore } from '../../../domain/position/lost-answer.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import { bookName, onExchange } from '../store/external-name.ts';
import type { OrderRow } from '../store/block-view.store.ts';

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

/** Finds out what became of an order, by its client id; never sends anything again. */
export function orderLookup(deps: OrderDeps, facts: OrderFacts) {
  const { clock, log, markets, keys } = deps;
  const { store } = facts;
  const lookingUp = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  /** The second source of M-04: what neither its id nor the open orders know was never placed. */
  async function confirmAbsent(exchange: Exchange, key: OpenKey, order: OrderRow): Promise<boolean> {
    const open = await exchange.openOrders(key.credentials, order.symbol);
    if (open.outcome !== 'ok' || open.unread?.some((each) => mayBe(each, order))) return false;
    const found = open.value.find((each) => bookName(order.keyId, each) === order.clientOrderId);
    if (found) await facts.apply(order, found);
    else await facts.settle(order.clientOrderId, isTriedAgain(order) ? 'expired' : 'rejected', NEVER_RECEIVED);
    return true;
  }

  /** One question to the exchange about one order. True when its answer settles the matter for now. */
  async function ask(order: OrderRow): Promise<boolean> {
    const key = await keys.byId(order.userId, order.keyId);
    const market = order.market as Market;
    if (!key || !markets.isOn(market)) return true;
    const exchange = markets.exchange(market);
    const lookup = await exchange.find(key.credentials, onExchange(order));
    if (lookup.outcome === 'found') {
      await facts.apply(order, lookup.order);
      return true;
    }
    if (lookup.outcome !== 'absent' || !isAbsenceFinal({ placedAt: order.placedAt, now: clock() })) return false;
    return confirmAbsent(exchange, key, order);
  }

  async function tryInTurn(clientOrderId: string): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const order = await store.byClientOrderId(clientOrderId);
      if (!order || !isLive(order.state) || (await ask(order))) return;
      const pause = pauseBefore(turn + 1, { placedAt: order.placedAt, now: clock() });
      await sleep(pause, undefined, { signal: stopping.signal });
    }
  }

  return {
    ask,
    readFills: (order: OrderRow) => readFills(deps, facts, order),
    /** Asks until it is known, in the background. */
    start(clientOrderId: string): void {
      if (lookingUp.has(clientOrderId) || stopping.signal.aborted) return;
      const work = tryInTurn(clientOrderId)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error({ error, clientOrderId }, 'looking up an order failed');
        })
        .finally(() => lookingUp.delete(clientOrderId));
      lookingUp.set(clientOrderId, work);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(lookingUp.values());
    },
  };
}
export type OrderLookup = ReturnType<typeof orderLookup>;
