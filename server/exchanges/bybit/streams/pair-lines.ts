import * as z from 'zod/mini';
import type { Log } from '../../../lib/log.ts';
import { openLine, type Line } from '../../ccxt/streams/line.ts';
import type { CcxtTimings } from '../../ccxt/ccxt-timings.ts';
import { amount } from '../../ccxt/wire-values.ts';
import { type Audience, createAudience } from '../../connecting/audience.ts';
import { LocalBook } from '../../connecting/local-book.ts';
import type { PairDetails, PairEvent, PublicTrade } from '../../exchange.ts';
import type { BybitClient } from '../client.ts';
import { side } from '../bybit-messages.ts';

const Levels = z.array(z.tuple([amount, amount]));
const BookMessage = z.object({
  topic: z.string().check(z.startsWith('orderbook.')),
  type: z.enum(['snapshot', 'delta']),
  data: z.object({ b: Levels, a: Levels }),
});
const TradesMessage = z.object({
  topic: z.string().check(z.startsWith('publicTrade.')),
  data: z.array(
    z.pipe(
      z.object({ i: z.string(), T: z.int(), p: amount, v: amount, S: side }),
      z.transform(({ i, T, p, v, S }): PublicTrade => ({ id: i, price: p, quantity: v, side: S, time: T })),
    ),
  ),
});
const Subscribed = z.object({ op: z.literal('subscribe'), success: z.literal(true) });

interface Options {
  wsUrl: string;
  log: Log;
  timings: CcxtTimings;
  makeClient(): Promise<BybitClient>;
}

/** The book of fifty levels and the trades of one pair, on a connection of their own. */
function openPairLine(options: Options, symbol: string, emit: (event: PairEvent) => void): Line {
  const url = `${options.wsUrl}/v5/public/spot`;
  const topics = [`orderbook.50.${symbol}`, `publicTrade.${symbol}`];
  let book = new LocalBook();

  function takeBook({ type, data: { b: bids, a: asks } }: z.output<typeof BookMessage>): void {
    if (type === 'snapshot') book.reset({ bids, asks });
    else book.update({ bids, asks });
    const depth = book.top();
    if (depth) emit({ kind: 'depth', depth });
  }

  return openLine({
    ...options,
    name: 'pair',
    begin: (client) => client.watchTopics(url, topics, topics),
    onMessage(message) {
      const change = BookMessage.safeParse(message);
      if (change.success) takeBook(change.data);
      const trades = TradesMessage.safeParse(message);
      if (trades.success) emit({ kind: 'trades', trades: trades.data.data });
      if (Subscribed.safeParse(message).success) emit({ kind: 'gap' });
      return change.success || trades.success;
    },
    onDown() {
      book = new LocalBook();
    },
  });
}

/** One connection for each watched pair. */
export function createPairLines(options: Options): Pick<PairDetails, 'watch'> & { close(): void } {
  const watched = new Map<string, { audience: Audience<PairEvent>; line: Line }>();

  function open(symbol: string) {
    const audience = createAudience<PairEvent>(options.log);
    const opened = { audience, line: openPairLine(options, symbol, (event) => audience.emit(event)) };
    watched.set(symbol, opened);
    return opened;
  }

  return {
    watch(symbol, listener) {
      const opened = watched.get(symbol) ?? open(symbol);
      const member = opened.audience.add(listener);
      return () => {
        member.remove();
        if (opened.audience.size() > 0 || watched.get(symbol) !== opened) return;
        watched.delete(symbol);
        opened.line.close();
      };
    },
    close() {
      for (const { line } of watched.values()) line.close();
      watched.clear();
    },
  };
}
