import * as z from 'zod/mini';
import { byAnyType } from './bot-settings.ts';
import { BotStop } from './bot-stop.ts';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney, positiveMoney } from './money.ts';
import { Market, Side, SymbolName } from './symbol.ts';

/** What every bot is given besides its settings. */
export const botCommon = {
  market: Market,
  symbolName: SymbolName,
  /** The main key; the active one where it is left out. */
  mainUid: z.optional(z.uuid()),
  stop: z.optional(BotStop),
  /** It waits until a trade reaches this price. */
  startAt: z.optional(z.nullable(positiveMoney)),
  /** Each copy key of the group gets a run of its own. */
  copyKeys: z.optional(z.boolean()),
};

/** A sentence about one field, and the nearest value that works where there is one. */
const FieldNote = z.object({
  /** As in the request: 'settings.low'; '' for none. */
  field: z.string(),
  text: z.string(),
  nearest: z.nullable(z.object({ field: z.string(), value: money })),
});
export type FieldNote = z.output<typeof FieldNote>;

const PreviewLevel = z.object({
  /** From 1, the lowest first. */
  number: z.int(),
  buyPrice: money,
  sellPrice: money,
  /** Its first order. */
  startsBy: Side,
  /** Base units that its first order and the one after it trade. */
  buys: money,
  sells: money,
  /** Counter units of its purchase. */
  amount: money,
  /** What a whole round earns after fees, of what it spends. */
  percent: money,
});
export type PreviewLevel = z.output<typeof PreviewLevel>;

const Round = z.object({ buyPrice: money, sellPrice: money, percent: money });

/** What a start now would place and cost. */
const Plan = z.object({
  /** The lowest first. `side` is what rests there at first; null is an empty line. */
  lines: z.array(z.object({ price: money, side: z.nullable(Side) })),
  levels: z.array(PreviewLevel),
  /** Money of a level with weight 1; null where levels are sized otherwise. */
  amountPerLevel: nullableMoney,
  /** Traded at once at this price or a better one: coins bought for the levels that sell, or sold for those that buy. */
  atStart: z.nullable(z.object({ side: Side, quantity: money, price: money, counter: money })),
  /** What the run takes of the account. */
  needs: z.object({ base: money, counter: money }),
  /** What of the amount entered stays outside, counter units. */
  left: money,
  narrowest: Round,
  widest: Round,
  /** What the run is worth where the price goes to the stop, or to the lowest line without one, counter units. */
  worst: z.object({ price: money, value: money, change: money, percent: money }),
});

const CopyPreview = z.object({
  uid: z.uuid(),
  connectorName: z.string(),
  /** What its run is given, in the currency that the main key gives. */
  given: money,
  /** Why it gets no run. */
  skipped: z.nullable(z.string()),
});
export type CopyPreview = z.output<typeof CopyPreview>;

/** B-4: an order of a rebalancing, filled at its limit or better, or not at all. */
const BasketTrade = z.object({ side: Side, quantity: money, limit: money, worth: money });

/** A basket at last prices. */
const BasketPlanned = z.object({
  /** Counter units. */
  total: money,
  /** The counter currency last, where it is a part. */
  assets: z.array(
    z.object({
      asset: z.string(),
      percent: z.int(),
      /** Counter units. */
      price: money,
      held: money,
      worth: money,
      /** What the start would trade; null for nothing. */
      trade: z.nullable(BasketTrade),
      /** What the key has free of it, without what belongs to bots; null while it is not known. */
      free: nullableMoney,
    }),
  ),
  /** Counter currency that stays after the start, at last prices. */
  left: money,
});
export type BasketPlanned = z.output<typeof BasketPlanned>;

export const previewBot = endpoint({
  method: 'post',
  path: '/api/bots/preview',
  summary: 'What a bot would place and cost with these settings; nothing is placed and nothing stored',
  access: 'person',
  scopes: ['read', 'trade'],
  json: byAnyType(botCommon),
  response: z.object({
    /** Last price, counter units; null while it is not known. */
    marketPrice: nullableMoney,
    /** What the key has free, without what belongs to other bots; null while it is not known. */
    free: z.nullable(z.object({ base: money, counter: money, botsBase: money, botsCounter: money })),
    /** Rate taken off each trade of this key. */
    fee: money,
    /** Null where the settings make no plan. */
    plan: z.nullable(Plan),
    /** Of a basket in the place of a plan. */
    basket: z.nullable(BasketPlanned),
    copies: z.array(CopyPreview),
    /** A bot with any of these cannot be started. */
    refusals: z.array(FieldNote),
    warnings: z.array(FieldNote),
  }),
});
export type PreviewBot = z.output<typeof previewBot.json>;
export type BotPreview = z.output<typeof previewBot.response>;
