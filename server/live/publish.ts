import { Big } from 'big.js';
import * as z from 'zod/mini';
import { topics, type LiveEvent } from '#contracts/live.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Trade } from '../exchanges/exchange.ts';
import type { Bus } from '../lib/bus.ts';

/** On the bus under `user.<id>.live`: the topic and its body as it goes over the wire. */
export interface UserMessage {
  topic: LiveEvent['topic'];
  body: unknown;
}

/** On the bus under `tick.<market>.<symbol>`: the price as decimal text. */
interface TickMessage {
  price: string;
  time: number;
}

/** The live channel's inside: what the slices and engines tell the people's pages. */
export function livePublisher(bus: Bus) {
  return {
    toUser(userId: string, { topic, body }: LiveEvent): void {
      const message: UserMessage = { topic, body: z.encode<z.ZodMiniType>(topics[topic], body) };
      bus.publish(`user.${userId}.live`, message);
    },
    tick(market: Market, { symbol, price, time }: Trade): void {
      const message: TickMessage = { price: price.toFixed(), time };
      bus.publish(`tick.${market}.${symbol}`, message);
    },
    /** Every trade of a market, from whichever process watches the exchange. */
    onTick(market: Market, listener: (trade: Trade) => void): () => void {
      return bus.subscribe(`tick.${market}.>`, (body, subject) => {
        const { price, time } = body as TickMessage;
        listener({ symbol: subject.slice(`tick.${market}.`.length), price: new Big(price), time });
      });
    },
  };
}
export type LivePublisher = ReturnType<typeof livePublisher>;
