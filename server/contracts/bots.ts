import * as z from 'zod/mini';
import { money, nullableMoney, positiveMoney } from './money.ts';

/** What a bot may be, with the name people know it by. */
export const BOT_TYPES = {
  grid: 'Grid bot',
  'future-grid': 'Future grid bot',
  'inverse-grid': 'Inverse grid bot',
  'imbalance-grid': 'Imbalance grid bot',
  'trend-grid': 'Trend grid bot',
  steps: 'Sell and buy back by steps',
  levels: 'Sell/Buy from levels',
  'smart-money': 'Smart money',
  'smart-money-turtle': 'Smart money bot with turtle',
  'sell-buy-once': 'Sell/Buy once',
  'buy-sell-once': 'Buy/Sell once',
  range: 'Sell/Buy in range',
} as const;

export type BotType = keyof typeof BOT_TYPES;
const BotType = z.enum(Object.keys(BOT_TYPES) as [BotType, ...BotType[]]);

/** The order of a round's two deals. */
const RoundOrder = z.enum(['buy-sell', 'sell-buy']);
export type RoundOrder = z.output<typeof RoundOrder>;

/** Two prices between which a bot buys and sells, round after round. */
const Levels = z.object({
  order: RoundOrder,
  baseCurrency: z.string(),
  counterCurrency: z.string(),
  counterEarning: z.boolean(),
  buy: positiveMoney,
  sell: positiveMoney,
  /** Counter currency that a round moves. */
  invest: positiveMoney,
  /** Begins again when a round is done. */
  repeat: z.boolean(),
});
export type Levels = z.output<typeof Levels>;

const Bot = z.object({
  botId: z.string(),
  name: z.string(),
  type: BotType,
  active: z.boolean(),
  baseCurrency: z.string(),
  counterCurrency: z.string(),
  /** Of the pair, in counter currency; null while unknown. */
  marketPrice: nullableMoney,
  /** In USDT. */
  pnl: money,
  pnlPercent: money,
  /** In USDT. */
  balance: money,
  /** How long it has worked, ms. */
  runTime: z.number(),
  peopleCopied: z.number(),
  /** Null for a type that trades by other rules. */
  levels: z.nullable(Levels),
});
export type Bot = z.output<typeof Bot>;
