import * as z from 'zod/mini';
import type { Log } from '../../../lib/log.ts';
import { openLine, type Line } from '../../ccxt/streams/line.ts';
import type { TradeEvent, TradeLine } from '../../connecting/trade-feed.ts';
import type { CcxtTimings } from '../../ccxt/ccxt-timings.ts';
import { amount } from '../../ccxt/wire-values.ts';
import type { BybitClient } from '../client.ts';

/** A request takes ten topics, a connection 21,000 characters of them. */
const TOPICS_PER_REQUEST = 10;
export const PAIRS_PER_LINE = 500;

/** Other ids of trades are random. */
const DIGITS = /^\d+$/;

const Trades = z.object({
  topic: z.string().check(z.startsWith('publicTrade.')),
  data: z.array(z.object({ i: z.string(), T: z.int(), s: z.string(), p: amount, v: z.string() })),
});
const Subscribed = z.object({ op: z.literal('subscribe'), success: z.literal(true) });

interface Options {
  wsUrl: string;
  log: Log;
  timings: CcxtTimings;
  makeClient(): Promise<BybitClient>;
}

export function openTradeLine(
  options: Options,
  symbols: readonly string[],
  emit: (event: TradeEvent) => void,
): TradeLine {
  const url = `${options.wsUrl}/v5/public/spot`;
  const topics = symbols.map((symbol) => `publicTrade.${symbol}`);
  const requests = Array.from({ length: Math.ceil(topics.length / TOPICS_PER_REQUEST) }, (_, index) =>
    topics.slice(index * TOPICS_PER_REQUEST, (index + 1) * TOPICS_PER_REQUEST),
  );
  let acknowledged = 0;
  let patience: NodeJS.Timeout | undefined;

  function onMessage(message: unknown): boolean {
    const trades = Trades.safeParse(message);
    if (trades.success) {
      for (const { i, T: time, s: symbol, p: price, v } of trades.data.data)
        emit({ kind: 'trade', trade: { symbol, id: DIGITS.test(i) ? i : null, price, time, quantity: Number(v) } });
      return true;
    }
    if (!Subscribed.safeParse(message).success) return false;
    acknowledged += 1;
    if (acknowledged === requests.length) {
      clearTimeout(patience);
      emit({ kind: 'gap' });
    }
    return false;
  }

  const line: Line = openLine({
    ...options,
    name: 'trades',
    async begin(client) {
      patience = setTimeout(() => line.renew('its subscription was not answered'), options.timings.call);
      return Promise.all(requests.map((some) => client.watchTopics(url, some, some)));
    },
    onMessage,
    onDown() {
      acknowledged = 0;
      clearTimeout(patience);
    },
  });
  return { live: () => acknowledged === requests.length, close: line.close };
}
