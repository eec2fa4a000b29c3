import * as z from 'zod/mini';
import type { Trade } from '../../exchange.ts';
import type { Log } from '../../../lib/log.ts';
import { openLine, type Line } from '../../ccxt/streams/line.ts';
import type { TradeEvent, TradeLine } from '../../connecting/trade-feed.ts';
import type { Timings } from '../../ccxt/timings.ts';
import { amount, isoTime } from '../../ccxt/wire.ts';
import type { CoinbaseClient } from '../client.ts';
import { symbolOf } from '../wire.ts';

export const PAIRS_PER_LINE = 500;

const TradeMessage = z.object({
  channel: z.literal('market_trades'),
  events: z.array(
    z.object({
      type: z.string(),
      trades: z.array(z.object({ trade_id: z.string(), product_id: z.string(), price: amount, time: isoTime })),
    }),
  ),
});
const Subscribed = z.object({
  channel: z.literal('subscriptions'),
  events: z.array(z.object({ subscriptions: z.record(z.string(), z.array(z.string())) })),
});
const Heartbeat = z.object({ channel: z.literal('heartbeats') });

interface Options {
  wsUrl: string;
  log: Log;
  timings: Timings;
  makeClient(): Promise<CoinbaseClient>;
}

/** A batch of a quarter of a second, put in order. A snapshot repeats trades that were before. */
function tradesIn({ events }: z.output<typeof TradeMessage>): Trade[] {
  const fresh = events.filter(({ type }) => type === 'update').flatMap(({ trades }) => trades);
  return fresh
    .toSorted((one, other) => one.time - other.time || Number(one.trade_id) - Number(other.trade_id))
    .map(({ product_id, price, time }) => ({ symbol: symbolOf(product_id), price, time }));
}

export function openTradeLine(
  options: Options,
  productIds: readonly string[],
  tell: (event: TradeEvent) => void,
): TradeLine {
  const { wsUrl: url, timings } = options;
  let live = false;
  let patience: NodeJS.Timeout | undefined;

  function subscribed(message: unknown): void {
    const answer = Subscribed.safeParse(message);
    if (!answer.success || live) return;
    const carried = new Set(answer.data.events.flatMap(({ subscriptions }) => subscriptions.market_trades ?? []));
    if (!productIds.every((productId) => carried.has(productId))) return;
    live = true;
    clearTimeout(patience);
    tell({ kind: 'gap' });
  }

  function onMessage(message: unknown): boolean {
    const trades = TradeMessage.safeParse(message);
    if (trades.success) {
      for (const trade of tradesIn(trades.data)) tell({ kind: 'trade', trade });
      return true;
    }
    subscribed(message);
    return Heartbeat.safeParse(message).success;
  }

  const subscribe = (client: CoinbaseClient, channel: string, products: object) =>
    client.watch(url, channel, { type: 'subscribe', channel, ...products }, channel);

  const line: Line = openLine({
    ...options,
    name: 'trades',
    begin(client) {
      patience = setTimeout(() => line.renew('its subscription was not answered'), timings.call);
      // A heartbeat each second: without one a market that rests would look like a dead line.
      return Promise.all([
        subscribe(client, 'heartbeats', {}),
        subscribe(client, 'market_trades', { product_ids: productIds }),
      ]);
    },
    onMessage,
    onDown() {
      live = false;
      clearTimeout(patience);
    },
  });
  return { live: () => live, close: line.close };
}
