import * as z from 'zod/mini';
import { money, nullableMoney, positiveAmount, positiveMoney } from './money.ts';

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
  averaging: 'Averaging bot',
  signal: 'Signal bot',
  basket: 'Basket',
} as const;

export type BotType = keyof typeof BOT_TYPES;
export const BotType = z.enum(Object.keys(BOT_TYPES) as [BotType, ...BotType[]]);

/** The order of a round's two deals. */
const RoundOrder = z.enum(['buy-sell', 'sell-buy']);
export type RoundOrder = z.output<typeof RoundOrder>;

const levels = {
  order: RoundOrder,
  baseCurrency: z.string(),
  counterCurrency: z.string(),
  counterEarning: z.boolean(),
  buy: positiveAmount('Enter a price to buy at'),
  sell: positiveAmount('Enter a price to sell at'),
  /** Counter currency that a round moves. */
  invest: positiveAmount('Enter an amount'),
  /** Begins again when a round is done. */
  repeat: z.boolean(),
};

/** Two prices between which a bot buys and sells, round after round. */
export const Levels = z.strictObject(levels);
export type Levels = z.output<typeof Levels>;

/** The rules of a type say how many are possible; no bot has more than this. */
const MOST_STEPS = 1000;
const steps = z
  .int('Enter a whole number of steps')
  .check(z.gte(1, 'Enter 1 or more.'), z.lte(MOST_STEPS, 'Too many.'));
const seconds = z.int('Enter whole seconds').check(z.gte(0, 'Enter 0 or more.'), z.lte(1e6, 'Too long.'));

const lines = {
  low: positiveAmount('Enter a lowest price'),
  high: positiveAmount('Enter a highest price'),
  steps,
  /** Lines at equal distances, or each the same percentage above the one below. */
  spacing: z.enum(['amount', 'percent']),
};

const grid = {
  ...lines,
  /** The same money on each level, or the same coins. */
  size: z.enum(['amount', 'coins']),
  /** Counter currency. */
  invest: positiveAmount('Enter an amount'),
  /** Coins of one's own that are used for the levels that sell first. */
  ownCoins: z.optional(z.nullable(money)),
  /** Levels on each side of the market whose next order the exchange itself keeps. */
  heldMirrors: z.optional(z.int().check(z.gte(0, 'Enter 0 to 4.'), z.lte(4, 'Enter 0 to 4.'))),
};

/** PB-6: what keeps a bot from its next deal. */
const dealLimits = {
  /** Seconds after a deal. */
  coolDown: z.int('Enter whole seconds').check(z.gte(0, 'Enter 0 or more.'), z.lte(604_800, 'At most 7 days.')),
  dealsADay: z.int('Enter a whole number').check(z.gte(1, 'Enter 1 to 50.'), z.lte(50, 'Enter 1 to 50.')),
  /** Of what it was given, percent: closed and open results of a UTC day. */
  dailyLoss: positiveMoney,
};

const whole = (least: number, most: number) =>
  z
    .int('Enter a whole number')
    .check(z.gte(least, `Enter ${least} to ${most}.`), z.lte(most, `Enter ${least} to ${most}.`));

/** Bars whose volume may be a signal. */
export const SIGNAL_INTERVALS = ['1m', '5m', '15m', '1h', '4h'] as const;
/** Bars whose highs and lows a breakout goes by. */
export const TURTLE_INTERVALS = ['1h', '4h', '1d'] as const;

/** PB-3 to PB-7: what a signal makes of a bot's money. */
const signalDeals = {
  /** Counter currency that the bot is given. */
  invest: positiveAmount('Enter an amount'),
  /** Deals that may be open at a time. */
  places: whole(1, 5),
  /** Counter currency of each deal; null is a share of what the bot owns. */
  amount: nullableMoney,
  /** Percent of what the bot owns as a deal opens; null is an equal share of its places. */
  share: z.optional(nullableMoney),
  /** Shares grow with profits. */
  reinvest: z.boolean(),
  /** A limit at the signal's price, or one half a percent above the market, which trades at once. */
  entry: z.enum(['limit', 'now']),
  /** Bars in which a limit is bought; what has not filled by then is canceled. */
  valid: whole(1, 50),
  /** From the entry, percent; null is none. */
  takeProfit: nullableMoney,
  stop: nullableMoney,
  /** The stop follows the best trade at so many percent; null leaves it. */
  trailing: nullableMoney,
  /** Its owner accepts that there is no stop. */
  withoutStop: z.optional(z.boolean()),
  ...dealLimits,
};

/** PB-8: which bars stand out, and from which flow on buyers prevail. */
const flow = {
  interval: z.enum(SIGNAL_INTERVALS),
  /** A bar stands out from so many times the mean of so many bars before it. */
  factor: positiveMoney,
  mean: whole(20, 200),
  /** Bars that are looked at, and fewest of them that stand out. */
  look: whole(3, 48),
  bars: whole(1, 10),
  /** From 0 to 1: 0.15 is 15% more bought than sold. */
  flow: positiveMoney,
  /** The same flow the other way closes what is open. */
  sellersClose: z.boolean(),
};

/** What each type is set by. */
export const SETTINGS = {
  grid: z.strictObject(grid),
  'inverse-grid': z.strictObject({ ...lines, coins: positiveAmount('Enter an amount of coins') }),
  'imbalance-grid': z.strictObject({
    ...grid,
    /** Times the money on the lowest level, compared with the highest. */
    lowestWeight: positiveMoney,
  }),
  'trend-grid': z.strictObject({
    ...grid,
    /** It follows up to this line; null is without end. */
    until: nullableMoney,
    /** At most one shift in so many seconds. */
    shiftEvery: seconds,
    /** The lower stop moves along. */
    stopFollows: z.boolean(),
  }),
  steps: z.strictObject({
    coins: positiveAmount('Enter an amount of coins'),
    steps,
    /** How far each sale is above the one before, and each purchase below its sale, percent. */
    up: positiveMoney,
    back: positiveMoney,
    counterEarning: z.boolean(),
    repeat: z.boolean(),
  }),
  levels: Levels,
  'sell-buy-once': Levels,
  'buy-sell-once': Levels,
  range: z.strictObject({
    ...levels,
    lowBorder: positiveMoney,
    highBorder: positiveMoney,
    /** Seconds that the price has to be on one side of a border before anything is done. */
    wait: seconds,
  }),
  averaging: z.strictObject({
    /** Counter currency of the first order, and of the first addition. */
    base: positiveAmount('Enter an amount'),
    addition: positiveAmount('Enter an amount'),
    additions: z.int('Enter a whole number').check(z.gte(0, 'Enter 0 to 15.'), z.lte(15, 'Enter 0 to 15.')),
    /** How far the first addition is below the first fill, percent; each distance and each amount is so many times the one before. */
    deviation: positiveMoney,
    deviationFactor: positiveMoney,
    amountFactor: positiveMoney,
    /** Net of every fee, percent. */
    takeProfit: positiveMoney,
    /** Below the last addition, percent; null is none. */
    stop: nullableMoney,
    /** Its owner accepts that there is no stop. */
    withoutStop: z.optional(z.boolean()),
    /** Begins again when a deal is over. */
    repeat: z.boolean(),
    ...dealLimits,
  }),
  'smart-money': z.strictObject({ ...flow, ...signalDeals }),
  /** PB-9: it buys only where the price leaves the last bars upward, and adds in units. */
  'smart-money-turtle': z.strictObject({
    ...flow,
    interval: z.enum(TURTLE_INTERVALS),
    /** Counter currency that the bot is given. */
    invest: positiveAmount('Enter an amount'),
    /** Of it, what one unit may lose at its stop, percent. */
    risk: positiveMoney,
    units: whole(1, 4),
    /** Units grow with profits. */
    reinvest: z.boolean(),
    ...dealLimits,
  }),
  /** PB-12: a hook's signals; a limit is valid for so many minutes. */
  signal: z.strictObject({ ...signalDeals, valid: whole(1, 1440) }),
} as const;
type Settings = typeof SETTINGS;
/** The types that trade. */
export type RoundsType = keyof Settings;

/** Calls that name a type and its settings, besides what they have in common. */
export function byType<Common extends z.core.$ZodLooseShape>(common: Common) {
  const one = <T extends RoundsType>(type: T) =>
    z.strictObject({ ...common, type: z.literal(type), settings: SETTINGS[type] });
  return z.discriminatedUnion(
    'type',
    [
      one('grid'),
      one('inverse-grid'),
      one('imbalance-grid'),
      one('trend-grid'),
      one('steps'),
      one('levels'),
      one('sell-buy-once'),
      one('buy-sell-once'),
      one('range'),
      one('averaging'),
      one('smart-money'),
      one('smart-money-turtle'),
      one('signal'),
    ],
    'This type of bot cannot be made here.',
  );
}

/** A type that works in rounds, with its settings. */
export const BotPlan = byType({});
export type BotPlan = z.output<typeof BotPlan>;
/** Its deals are order blocks, each with a take profit and a stop of its own. */
const DEALS_TYPES = ['averaging', 'smart-money', 'smart-money-turtle', 'signal'] as const;
export type DealsType = (typeof DEALS_TYPES)[number];
export type DealsPlan = Extract<BotPlan, { type: DealsType }>;
export type AveragingPlan = Extract<BotPlan, { type: 'averaging' }>;
/** Its deals are opened by signals, each with one entry. */
export type SignalsPlan = Extract<DealsPlan, { type: 'smart-money' | 'signal' }>;
/** Its deals buy at a breakout, and add. */
export type TurtlePlan = Extract<DealsPlan, { type: 'smart-money-turtle' }>;
/** It trades levels, each by orders of its own. */
export type RoundsPlan = Exclude<BotPlan, DealsPlan>;
export const isDealsType = (type: BotType): type is DealsType => DEALS_TYPES.some((known) => known === type);
export const takesSignals = (plan: DealsPlan): plan is SignalsPlan =>
  plan.type === 'smart-money' || plan.type === 'signal';
export const opensDeals = (plan: BotPlan): plan is DealsPlan => isDealsType(plan.type);

/** As JSON. */
export type StoredRounds = z.input<typeof BotPlan>;

/** B-1. */
const Part = z.strictObject({
  /** As the exchange names it: 'BTC', or the counter currency. */
  asset: z.string('Choose an asset').check(z.trim(), z.minLength(1, 'Choose an asset'), z.toUpperCase()),
  /** Of the whole basket. */
  percent: z.int('Enter a whole percentage'),
  /** Coins of one's own that are put into it, base units; not of the counter currency. */
  coins: z.optional(z.nullable(positiveMoney)),
});

/** Several pairs against one counter currency, brought back to their parts. */
export const BasketSettings = z.strictObject({
  assets: z.array(Part),
  /** Counter currency that is put into it. */
  invest: money,
  /** Percentage points that a part may be away from its target; null goes by time only. */
  threshold: nullableMoney,
  /** Hours from one rebalancing to the next; null goes by the threshold only. */
  every: z.nullable(z.int('Enter whole hours')),
});
export type BasketSettings = z.output<typeof BasketSettings>;

/** A basket names any of its pairs: all of its assets are traded against the same counter currency. */
export const basketOf = <Common extends z.core.$ZodLooseShape>(common: Common) =>
  z.strictObject({ ...common, type: z.literal('basket'), settings: BasketSettings });

export const BasketPlan = basketOf({});
export type BasketPlan = z.output<typeof BasketPlan>;

/** Calls about any bot. */
export const byAnyType = <Common extends z.core.$ZodLooseShape>(common: Common) =>
  z.discriminatedUnion('type', [byType(common), basketOf(common)], 'This type of bot cannot be made here.');

/** A type with its settings. */
export const AnyPlan = byAnyType({});
export type AnyPlan = z.output<typeof AnyPlan>;
/** As JSON. */
export type StoredPlan = z.input<typeof AnyPlan>;
