import { ZERO } from '#contracts/rules/decimal.ts';
import type { OrderTerms } from '../../../domain/market/exchange-order.ts';
import type { PlacedOrder } from '../../../domain/strategies/rounds/run-facts.ts';
import type { Exchange, ListTerms } from '../../../exchanges/exchange.ts';
import { newId } from '../../../lib/id.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { BotDeps } from '../deps.ts';
import type { RunOrders } from '../runs/run-orders.store.ts';
import type { RunRow } from '../runs/runs.store.ts';
import { clientListIdOf } from '../order-id.ts';

/** `later`: nothing has changed yet, and trying again at once would only loop. */
export type Done = 'done' | 'later';

export interface Sending {
  run: RunRow;
  key: OpenKey;
  exchange: Exchange;
}

export type NamedOrder = PlacedOrder & { clientOrderId: string };

function termsOf(order: NamedOrder, symbol: string): OrderTerms {
  const { clientOrderId, side, quantity, price, type, leg } = order;
  const common = { clientOrderId, symbol, side, quantity, isExit: leg === 'stop' };
  if (type === 'market') return { ...common, type };
  return { ...common, type: 'limit', price, timeInForce: type === 'ioc' ? 'ioc' : 'gtc' };
}

/** the next order goes in whole once this one is filled, without a stop. */
function listOf({ clientOrderId, side, quantity, price }: NamedOrder, mirror: NamedOrder, symbol: string): ListTerms {
  return {
    kind: 'oto',
    clientListId: clientListIdOf(clientOrderId),
    symbol,
    entry: { clientOrderId, side, quantity, price },
    targetQuantity: mirror.quantity,
    targets: { takeProfit: { clientOrderId: mirror.clientOrderId, price: mirror.price }, stopLoss: null },
  };
}

/** What is written down of an order, and the call that sends it. */
export function orderCalls({ clock, trading }: Pick<BotDeps, 'clock' | 'trading'>, orders: RunOrders) {
  async function settle(all: readonly NamedOrder[], state: 'rejected' | 'unknown', reason: string): Promise<void> {
    for (const { clientOrderId } of all) await orders.settle(clientOrderId, { state, reason, now: clock() });
  }

  /** An order, with the one that the exchange places after it where there is one. */
  async function send({ run, key, exchange }: Sending, order: NamedOrder, mirror: NamedOrder | null): Promise<void> {
    const all = mirror ? [order, mirror] : [order];
    const closed = trading.refusal(run.userId);
    if (closed !== null) return settle(all, 'rejected', closed);
    const answer = mirror
      ? await exchange.placeList(key.credentials, listOf(order, mirror, run.symbol))
      : await exchange.place(key.credentials, termsOf(order, run.symbol));
    if (answer.outcome === 'rejected') return settle(all, 'rejected', answer.sentence);
    if (answer.outcome === 'unknown') return settle(all, 'unknown', answer.reason);
    const placed = 'list' in answer ? answer.list.orders : [answer.order];
    for (const fact of placed) await orders.apply(fact, { fills: [], now: clock() });
  }

  function rowOf({ run }: Sending, order: NamedOrder) {
    const { userId, id: runId, keyId, market, symbol } = run;
    const { clientOrderId, level, turn, leg, attempt, side, type, price, quantity } = order;
    const terms = { clientOrderId, level, turn, leg, attempt, side, type, price, quantity };
    const now = clock();
    const fresh = { id: newId(), state: 'sending', filledQuantity: ZERO, placedAt: now, updatedAt: now } as const;
    return { userId, runId, keyId, market, symbol, ...terms, ...fresh };
  }

  return { rowOf, send };
}

export type OrderCalls = ReturnType<typeof orderCalls>;
