import { ZERO } from '#contracts/rules/decimal.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { OrderTerms } from '../../../domain/market/exchange-order.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import type { PlacedOrder, RunOrder } from '../../../domain/strategies/rounds/run-facts.ts';
import { newId } from '../../../lib/id.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { BotDeps } from '../deps.ts';
import type { RunOrders } from '../runs/run-orders.store.ts';
import type { OrderRow, RunRow } from '../runs/runs.store.ts';
import { clientOrderIdOf } from './order-id.ts';

/** Its stream brings the trades of an order; what it has not brought by then is asked for, ms. */
const STREAM_WITHIN = SECOND;

/** `later`: nothing has changed yet, and trying again at once would only loop. */
export type Done = 'done' | 'later';

export interface Sending {
  run: RunRow;
  key: OpenKey;
  exchange: Exchange;
}

function termsOf(order: PlacedOrder & { clientOrderId: string }, symbol: string): OrderTerms {
  const { clientOrderId, side, quantity, price, type } = order;
  const common = { clientOrderId, symbol, side, quantity };
  if (type === 'market') return { ...common, type };
  return { ...common, type: 'limit', price, timeInForce: type === 'ioc' ? 'ioc' : 'gtc' };
}

/** Sends what a run decides, each order written down before its call. */
export function runSender({ clock, trading }: Pick<BotDeps, 'clock' | 'trading'>, orders: RunOrders) {
  /** Orders whose answer this process is waiting for: nothing is concluded about them here meanwhile. */
  const inFlight = new Set<string>();

  async function send({ run, key, exchange }: Sending, order: PlacedOrder & { clientOrderId: string }): Promise<void> {
    const { clientOrderId } = order;
    const settle = (state: 'rejected' | 'unknown', reason: string) =>
      orders.settle(clientOrderId, { state, reason, now: clock() });
    const closed = trading.refusal(run.userId);
    if (closed !== null) return settle('rejected', closed);
    const answer = await exchange.place(key.credentials, termsOf(order, run.symbol));
    if (answer.outcome === 'accepted') await orders.apply(answer.order, { fills: [], now: clock() });
    else if (answer.outcome === 'rejected') await settle('rejected', answer.sentence);
    else await settle('unknown', answer.reason);
  }

  return {
    inFlight: (clientOrderId: string): boolean => inFlight.has(clientOrderId),
    /** C-13: the row before the call; another process that wrote it first sends it. */
    async place(of: Sending, placed: PlacedOrder): Promise<Done> {
      const { run } = of;
      const order = { ...placed, clientOrderId: clientOrderIdOf(run.id, placed) };
      const { userId, id: runId, keyId, market, symbol } = run;
      const now = clock();
      inFlight.add(order.clientOrderId);
      try {
        const row = { userId, runId, keyId, market, symbol, ...order };
        const times = { placedAt: now, updatedAt: now };
        if (!(await orders.add({ ...row, ...times, id: newId(), state: 'sending', filledQuantity: ZERO })))
          return 'later';
        await send(of, order);
        return 'done';
      } finally {
        inFlight.delete(order.clientOrderId);
      }
    },
    async cancel({ run, key, exchange }: Sending, { clientOrderId }: RunOrder): Promise<Done> {
      await orders.askCancel(clientOrderId);
      const named = { symbol: run.symbol, clientOrderId };
      const answer = await exchange.cancel(key.credentials, named);
      if ('order' in answer) {
        await orders.apply(answer.order, { fills: [], now: clock() });
        return 'done';
      }
      const lookup = await exchange.find(key.credentials, named);
      if (lookup.outcome !== 'found') return 'later';
      return (await orders.apply(lookup.order, { fills: [], now: clock() })) ? 'done' : 'later';
    },
    /** Trades that the stream did not bring. */
    async readFills({ run, key, exchange }: Sending, order: OrderRow): Promise<Done> {
      const { exchangeOrderId, updatedAt } = order;
      if (exchangeOrderId === null || clock() - updatedAt < STREAM_WITHIN) return 'later';
      const answer = await exchange.fills(key.credentials, { symbol: run.symbol, exchangeOrderId });
      if (answer.outcome !== 'ok' || answer.value.length === 0) return 'later';
      await orders.addFills(order, answer.value);
      return 'done';
    },
  };
}
export type RunSender = ReturnType<typeof runSender>;
