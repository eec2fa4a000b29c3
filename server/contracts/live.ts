import * as z from 'zod/mini';
import { Alert, AlertField } from './alerts.ts';
import { BacktestProgress } from './backtest-progress.ts';
import { BotNotice } from './bot-notices.ts';
import { BotDeal } from './bot-record.ts';
import { Bot } from './bots.ts';
import { Pair } from './markets.ts';
import { MarketDepth, MarketTrades } from './market-data.ts';
import { money } from './money.ts';
import { OrderBlock } from './order-block.ts';
import { UpperSymbolName } from './symbol.ts';

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

/**
 * The price of a trade that just happened; `time` is the exchange's, UTC epoch ms. `delayedSince` is there while trades of
 * the pair are missing though it is traded: the price is then the last one known.
 */
export const MarketPrice = z.object({
  market: z.string(),
  symbol: z.string(),
  price: money,
  time: z.number(),
  delayedSince: z.optional(z.number()),
});
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

/** A position that is not protected as its owner set it, or is again. */
export const ProtectionNotice = z.object({
  blockId: z.string(),
  market: z.string(),
  symbolName: z.string(),
  isProtected: z.boolean(),
  title: z.string(),
  text: z.string(),
});
export type ProtectionNotice = z.output<typeof ProtectionNotice>;

/** A loss limit is reached. */
export const LossNotice = z.object({ title: z.string(), text: z.string() });
export type LossNotice = z.output<typeof LossNotice>;

/** A change made offline arrived, newer than the ones that it replaced. */
export const ReplacedChange = z.object({
  changeId: z.string(),
  /** Of the alert: XRP_USDT. */
  symbol: UpperSymbolName,
  fields: z.array(AlertField),
});
export type ReplacedChange = z.output<typeof ReplacedChange>;

/** What each topic under /user/{webId}/ carries, as JSON. */
export const topics = {
  'market-price': MarketPrice,
  /** The pair that the page shows has ceased to trade, or trades again. */
  pair: Pair,
  'alert-prices': z.record(z.string(), money),
  'alert-price-executed': Alert,
  /** The person changed an alert, on this page or on another: they are read again. */
  alerts: z.object({ replaced: z.optional(ReplacedChange) }),
  'first-filled': OrderBlock,
  'second-filled-take-profit': OrderBlock,
  'second-filled-stop-loss': OrderBlock,
  'order-block': OrderBlock,
  'copy-skipped': OrderBlock,
  protection: ProtectionNotice,
  'loss-limit': LossNotice,
  balance: z.object({ keyUid: z.string(), market: z.string() }),
  /** Its owner placed an order directly on the exchange, on a main key whose group does not repeat such deals. */
  'outside-deal': OutsideDeal,
  /** A bot as it stands now. */
  bot: Bot,
  /** What a bot bought or sold just now. */
  'bot-deal': z.extend(BotDeal, { botId: z.string() }),
  /** What a bot notifies its owner of, wherever the page is. */
  'bot-notice': BotNotice,
  /** Something about the person's keys or groups has changed: they are read again. */
  keys: z.object({}),
  /** The order book of the page's pair, at most four times a second. */
  'market-depth': MarketDepth,
  /** Trades of the page's pair, collected for a quarter of a second. */
  'market-trades': MarketTrades,
  /** One of the person's runs over the past has come further, or has ended; to pages that show them. */
  backtest: BacktestProgress,
} as const;
export type Topic = keyof typeof topics;
export type TopicBody<T extends Topic> = z.output<(typeof topics)[T]>;
/** A message of any topic, tagged. */
export type LiveEvent = { [T in Topic]: { topic: T; body: TopicBody<T> } }[Topic];
