import * as z from 'zod/mini';
import { Alert } from './alerts.ts';
import { money } from './money.ts';
import { OrderBlock } from './order-block.ts';

export const LIVE_PATH = '/websocket-url';
export const INIT_DESTINATION = '/app/init-web-id';

/** SEND /app/init-web-id: which page this is; sent again when the page changes its pair or earn side. */
export const InitWebId = z.object({
  userName: z.string(),
  market: z.string(),
  symbolName: z.string(),
  counterEarning: z.optional(z.boolean()),
});
export type InitWebId = z.output<typeof InitWebId>;

export const WebId = z.object({ webId: z.string() });

/** The price of a trade that just happened; `time` is the exchange's, UTC epoch ms. */
export const MarketPrice = z.object({ market: z.string(), symbol: z.string(), price: money, time: z.number() });
export type MarketPrice = z.output<typeof MarketPrice>;

export const OutsideDeal = z.object({
  keyUid: z.string(),
  keyName: z.string(),
  market: z.string(),
  symbolName: z.string(),
  side: z.enum(['buy', 'sell']),
  /** Base units; null of a market order that names what it spends. */
  quantity: z.nullable(money),
  /** Null of a market order. */
  price: z.nullable(money),
});
export type OutsideDeal = z.output<typeof OutsideDeal>;

/** What each topic under /user/{webId}/ carries, as JSON. */
export const topics = {
  'market-price': MarketPrice,
  'alert-prices': z.record(z.string(), money),
  'alert-price-executed': Alert,
  /** The person changed an alert, on this page or on another: they are read again. */
  alerts: z.object({}),
  'first-filled': OrderBlock,
  'second-filled-take-profit': OrderBlock,
  'second-filled-stop-loss': OrderBlock,
  'order-block': OrderBlock,
  'copy-skipped': OrderBlock,
  balance: z.object({ keyUid: z.string(), market: z.string() }),
  /** Its owner placed an order directly on the exchange, on a main key whose group does not repeat such deals. */
  'outside-deal': OutsideDeal,
  /** Something about the person's keys or groups has changed: they are read again. */
  keys: z.object({}),
} as const;
export type Topic = keyof typeof topics;
export type TopicBody<T extends Topic> = z.output<(typeof topics)[T]>;
/** A message of any topic, tagged. */
export type LiveEvent = { [T in Topic]: { topic: T; body: TopicBody<T> } }[Topic];
