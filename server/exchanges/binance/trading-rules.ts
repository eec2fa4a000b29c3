import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { DAY, MINUTE, SECOND } from '#contracts/rules/time.ts';
import * as z from 'zod/mini';
import type { ExchangePair, ListKind, PairStatus, TriggerType } from '../../domain/market/pair.ts';
import type { OrderRate } from '../exchange.ts';
import { WIRE_TYPES } from './orders/wire-orders.ts';
import { amount } from './binance-messages.ts';

/** With the bounds that only a refusal's sentence speaks of. */
export interface BinancePair extends ExchangePair {
  minPrice: Big;
  /** 0 sets no bound. */
  maxPrice: Big;
  maxNotional: Big | null;
}

export const ExchangeInfo = z.object({
  rateLimits: z.array(
    z.object({ rateLimitType: z.string(), interval: z.string(), intervalNum: z.int(), limit: z.int() }),
  ),
  symbols: z.array(z.unknown()),
});

const TradedSymbol = z.object({
  symbol: z.string(),
  status: z.string(),
  baseAsset: z.string(),
  quoteAsset: z.string(),
  isSpotTradingAllowed: z.optional(z.boolean()),
  orderTypes: z.array(z.string()),
  ocoAllowed: z.optional(z.boolean()),
  otoAllowed: z.optional(z.boolean()),
  opoAllowed: z.optional(z.boolean()),
  allowTrailingStop: z.optional(z.boolean()),
  pegInstructionsAllowed: z.optional(z.boolean()),
  filters: z.array(z.looseObject({ filterType: z.string() })),
});
type TradedSymbol = z.output<typeof TradedSymbol>;
type Filters = TradedSymbol['filters'];

const PriceFilter = z.object({ minPrice: amount, maxPrice: amount, tickSize: amount });
const LotSize = z.object({ minQty: amount, maxQty: amount, stepSize: amount });
const MaxOrders = z.object({ maxNumOrders: z.int() });
const MaxAlgoOrders = z.object({ maxNumAlgoOrders: z.int() });
const MaxOrderLists = z.object({ maxNumOrderLists: z.int() });
const Notional = z.object({ minNotional: amount, maxNotional: z.optional(amount) });
const PercentBySide = z.pipe(
  z.object({
    bidMultiplierUp: amount,
    bidMultiplierDown: amount,
    askMultiplierUp: amount,
    askMultiplierDown: amount,
  }),
  z.transform((filter) => ({
    bidUp: filter.bidMultiplierUp,
    bidDown: filter.bidMultiplierDown,
    askUp: filter.askMultiplierUp,
    askDown: filter.askMultiplierDown,
  })),
);

const TrailingDelta = z.pipe(
  z.object({
    minTrailingAboveDelta: z.int(),
    maxTrailingAboveDelta: z.int(),
    minTrailingBelowDelta: z.int(),
    maxTrailingBelowDelta: z.int(),
  }),
  z.transform((filter) => ({
    above: { min: filter.minTrailingAboveDelta, max: filter.maxTrailingAboveDelta },
    below: { min: filter.minTrailingBelowDelta, max: filter.maxTrailingBelowDelta },
  })),
);

function readFilter<T>(filters: Filters, names: readonly string[], schema: z.ZodMiniType<T>): T | undefined {
  const filter = filters.find(({ filterType }) => names.includes(filterType));
  return filter === undefined ? undefined : schema.parse(filter);
}

/** A step of 0 sets none of its own: LOT_SIZE's stands. */
function marketQuantity(filters: Filters, step: Big): ExchangePair['marketQuantity'] {
  const lot = readFilter(filters, ['MARKET_LOT_SIZE'], LotSize);
  if (lot === undefined) return null;
  return { min: lot.minQty, max: lot.maxQty, step: lot.stepSize.gt(0) ? lot.stepSize : step };
}

const limitsIn = (filters: Filters): ExchangePair['limits'] => ({
  orders: readFilter(filters, ['MAX_NUM_ORDERS'], MaxOrders)?.maxNumOrders ?? null,
  algoOrders: readFilter(filters, ['MAX_NUM_ALGO_ORDERS'], MaxAlgoOrders)?.maxNumAlgoOrders ?? null,
  orderLists: readFilter(filters, ['MAX_NUM_ORDER_LISTS'], MaxOrderLists)?.maxNumOrderLists ?? null,
});

const TRIGGERS = ['stop', 'stop-limit', 'take-profit', 'take-profit-limit'] as const satisfies TriggerType[];
const triggersOf = ({ orderTypes }: TradedSymbol) =>
  new Set<TriggerType>(TRIGGERS.filter((type) => orderTypes.includes(WIRE_TYPES[type])));

/** Null without the filter as well: how far an order may trail is not known then. */
const trailingOf = ({ allowTrailingStop, filters }: TradedSymbol): ExchangePair['trailing'] =>
  allowTrailingStop === true ? (readFilter(filters, ['TRAILING_DELTA'], TrailingDelta) ?? null) : null;

/** An OPO is an OTO of a special kind: it needs both (faqs/opo.md). */
function listsOf({ ocoAllowed, otoAllowed, opoAllowed }: TradedSymbol): ReadonlySet<ListKind> {
  const lists = new Set<ListKind>();
  if (ocoAllowed === true) lists.add('oco');
  if (otoAllowed === true) lists.add('oto');
  if (otoAllowed === true && opoAllowed === true) lists.add('opo');
  return lists;
}

/** CANCEL_ONLY since July 2026 (changelog of 2026-07-01); whatever else is not TRADING takes no orders (enums.md). */
function statusOf({ status }: TradedSymbol): PairStatus {
  if (status === 'TRADING') return 'trading';
  return status === 'CANCEL_ONLY' ? 'cancel-only' : 'halted';
}

/** Undefined for what is never traded on spot; throws on a symbol that does not read as documented. */
export function readPair(entry: unknown): BinancePair | undefined {
  const traded = TradedSymbol.parse(entry);
  const status = statusOf(traded);
  if (status === 'trading' && traded.isSpotTradingAllowed === false) return undefined;
  const { filters } = traded;
  const price = readFilter(filters, ['PRICE_FILTER'], PriceFilter);
  const lot = readFilter(filters, ['LOT_SIZE'], LotSize);
  if (price === undefined || lot === undefined) throw new Error('no price or lot filter');
  const notional = readFilter(filters, ['NOTIONAL', 'MIN_NOTIONAL'], Notional);
  return {
    symbol: traded.symbol,
    status,
    base: traded.baseAsset,
    counter: traded.quoteAsset,
    tick: price.tickSize,
    minPrice: price.minPrice,
    maxPrice: price.maxPrice,
    step: lot.stepSize,
    minQuantity: lot.minQty,
    maxQuantity: lot.maxQty,
    marketQuantity: marketQuantity(filters, lot.stepSize),
    minNotional: notional?.minNotional ?? ZERO,
    maxNotional: notional?.maxNotional ?? null,
    limits: limitsIn(filters),
    triggers: triggersOf(traded),
    trailing: trailingOf(traded),
    pegged: traded.pegInstructionsAllowed ?? false,
    lists: listsOf(traded),
    percentPrice: readFilter(filters, ['PERCENT_PRICE_BY_SIDE'], PercentBySide) ?? null,
  };
}

const LENGTHS: Record<string, number> = { SECOND, MINUTE, DAY };

/** Orders of an account. */
export const orderRates = (info: z.output<typeof ExchangeInfo>): OrderRate[] =>
  info.rateLimits.flatMap(({ rateLimitType, interval, intervalNum, limit }) => {
    const length = LENGTHS[interval];
    return rateLimitType === 'ORDERS' && length !== undefined ? { most: limit, within: intervalNum * length } : [];
  });

/** Weight per minute and IP. */
export const weightLimit = (info: z.output<typeof ExchangeInfo>): number | undefined =>
  info.rateLimits.find(
    ({ rateLimitType, interval, intervalNum }) =>
      rateLimitType === 'REQUEST_WEIGHT' && interval === 'MINUTE' && intervalNum === 1,
  )?.limit;
