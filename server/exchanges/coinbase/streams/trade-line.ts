import * as z from 'zod/mini';
import type { StreamTrade } from '../../exchange.ts';
import type { Log } from '../../../lib/log.ts';
import { openLine, type Line } from '../../ccxt/streams/line.ts';
import type { TradeEvent, TradeLine } from '../../connecting/trade-feed.ts';
import type { CcxtTimings } from '../../ccxt/ccxt-timings.ts';
import { amount, isoTime } from '../../ccxt/wire-values.ts';
import type { CoinbaseClient } from '../client.ts';
import type { SharedBooks } from '../books.ts';

export const PAIRS_PER_LINE = 500;

const TradeMessage = z.object({
  channel: z.literal('market_trades'),
  events: z.array(
    z.object({
      type: z.string(),
      trades: z.array(
        z.object({ trade_id: z.string(), product_id: z.string(), price: amount, size: z.string(), time: isoTime }),
      ),
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
  timings: CcxtTimings;
  makeClient(): Promise<CoinbaseClient>;
  books(): SharedBooks;
}

/** A batch of a quarter of a second, put in order, for each pair of the book. A snapshot repeats trades that were before. */
function tradesIn({ events }: z.output<typeof TradeMessage>, books: SharedBooks): StreamTrade[] {
  const fresh = events.filter(({ type }) => type === 'update').flatMap(({ trades }) => trades);
  return fresh
    .toSorted((one, other) => one.time - other.time || Number(one.trade_id) - Number(other.trade_id))
    .flatMap(({ trade_id: id, product_id, price, size, time }) =>
      books.symbols(product_id).map((symbol) => ({ symbol, id, price, time, quantity: Number(size) })),
    );
}

export function openTradeLine(
  options: Options,
  productIds: readonly string[],
  emit: (event: TradeEvent) => void,
): TradeLine {
  const { wsUrl: url, timings, log, books } = options;
  let live = false;
  /** Books that the subscription is confirmed to carry. */
  let carried: ReadonlySet<string> = new Set();
  let patience: NodeJS.Timeout | undefined;

  function subscribed(message: unknown): void {
    const answer = Subscribed.safeParse(message);
    if (!answer.success || live) return;
    const named = answer.data.events.flatMap(({ subscriptions }) => subscriptions.market_trades ?? []);
    carried = new Set(named.map((productId) => books().id(productId)));
    if (productIds.every((productId) => carried.has(productId))) goLive();
  }

  function goLive(): void {
    live = true;
    clearTimeout(patience);
    emit({ kind: 'gap' });
  }

  /** What Coinbase does not carry must not keep the others from coming. */
  function waitedEnough(): void {
    const missing = productIds.filter((productId) => !carried.has(productId));
    if (missing.length === productIds.length) return line.renew('its subscription was not answered');
    log.warn({ stream: 'trades', missing }, 'products whose trades are not carried');
    goLive();
  }

  function onMessage(message: unknown): boolean {
    const trades = TradeMessage.safeParse(message);
    if (trades.success) {
      for (const trade of tradesIn(trades.data, books())) emit({ kind: 'trade', trade });
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
      patience = setTimeout(waitedEnough, timings.call);
      // A heartbeat each second: without one a market that rests would look like a dead line.
      return Promise.all([
        subscribe(client, 'heartbeats', {}),
        subscribe(client, 'market_trades', { product_ids: productIds }),
      ]);
    },
    onMessage,
    onDown() {
      live = false;
      carried = new Set();
      clearTimeout(patience);
    },
  });
  return { live: () => live, close: line.close };
}
