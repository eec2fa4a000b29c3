import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { topics, type LiveEvent, type TopicBody } from '#contracts/live.ts';
import type { Market } from '#contracts/symbol.ts';
import type { StreamTrade, Trade } from '../exchanges/exchange.ts';
import type { Bus } from '../runtime/bus/bus.ts';
import { publishTick, subscribeTicks } from './ticks.ts';

/** On the bus under `user.<id>.live`: the topic and its encoded body. */
export interface UserMessage {
  topic: LiveEvent['topic'];
  body: unknown;
}

/** The form in which events are stored and published. */
export const encodeLive = ({ topic, body }: LiveEvent): UserMessage => ({
  topic,
  body: z.encode<z.ZodMiniType>(topics[topic], body),
});

interface BusPair {
  market: string;
  /** The exchange's name: XRPUSDT. */
  symbol: string;
}

/** Order book and trades of a pair, encoded as for a page. */
export const detailSubject = ({ market, symbol }: BusPair): string => `detail.${market}.${symbol}`;
/** That an open page watches a pair's order book or trades. */
export const watchSubject = ({ market, symbol }: BusPair): string => `watch.${market}.${symbol}`;

const subjectOf = (userId: string): string => `user.${userId}.live`;

/** Publishes events for users' pages and ticks. */
export function livePublisher(bus: Bus) {
  /** Of this process, in the ticks that it publishes. */
  const by = randomBytes(6).toString('base64url');
  const pass = (userId: string, message: UserMessage): void => bus.publish(subjectOf(userId), message);
  return {
    /** False where no page of the person is open, so that nothing has to be made for one. */
    mayBeSeen: (userId: string): boolean => bus.mayBeHeard(subjectOf(userId)),
    toUser: (userId: string, event: LiveEvent): void => pass(userId, encodeLive(event)),
    /** For an event that encodeLive has encoded. */
    pass,
    /** Notifies pages that show a pair of its changed status. */
    pair(pair: TopicBody<'pair'>): void {
      bus.publish(`pair.${pair.market}.${pair.simpleName}`, encodeLive({ topic: 'pair', body: pair }));
    },
    /** Order book or trades of a watched pair. */
    detail: (pair: BusPair, event: LiveEvent): void => bus.publish(detailSubject(pair), encodeLive(event)),
    /** Repeated every few seconds while pages watch a pair; `isNew` where one has just begun to. */
    onWatch(listener: (pair: BusPair, isNew: boolean) => void): () => void {
      return bus.subscribe('watch.>', (body, subject) => {
        const [, market = '', symbol = ''] = subject.split('.');
        listener({ market, symbol }, (body as { isNew: boolean }).isNew);
      });
    },
    tick: (market: Market, trade: StreamTrade): void => publishTick(bus, { market, trade, by }),
    /** Every trade of a market, from whichever process is connected to the exchange. */
    onTick(market: Market, listener: (trade: Trade) => void): () => void {
      return subscribeTicks(bus, `tick.${market}.>`, listener);
    },
  };
}
export type LivePublisher = ReturnType<typeof livePublisher>;
