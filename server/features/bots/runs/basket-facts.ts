import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { HOUR } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type {
  BasketContext,
  BasketFacts,
  BasketOrder,
  BasketPair,
  PlannedLeg,
} from '../../../domain/strategies/basket/basket-facts.ts';
import { type BasketRules, HALTED } from '../../../domain/strategies/basket/basket-step.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { TradingGate } from '../../../trading/index.ts';
import type { Markets } from '../../markets/index.ts';
import type { FillRow, OrderRow, StoredRun, TurnRow } from './runs.store.ts';
import { basketPlanOf } from './stored-plan.ts';

const UNKNOWN = new Big('0.00000001');

/** Base in, counter out, or the other way round; each fee leaves the asset that it was paid in. */
function movesOf(order: OrderRow, fills: readonly FillRow[], { base, counter }: { base: string; counter: string }) {
  const moves = new Map<string, Big>();
  const add = (asset: string, amount: Big) => moves.set(asset, (moves.get(asset) ?? ZERO).plus(amount));
  const sign = order.side === 'buy' ? 1 : -1;
  for (const { price, quantity, commission, commissionAsset } of fills) {
    add(base, quantity.times(sign));
    add(counter, price.times(quantity).times(-sign));
    add(commissionAsset, commission.times(-1));
  }
  return moves;
}

function orderOf(order: OrderRow, { assets, fills }: Pick<StoredRun, 'assets' | 'fills'>): BasketOrder[] {
  const { clientOrderId, level, turn, leg, attempt, side, state, reason, updatedAt } = order;
  const { price, quantity: ordered, filledQuantity } = order;
  if (leg === 'start') return [];
  const nameOf = (number: number): string => assets.find((each) => each.number === number)?.asset ?? '';
  const own = fills.filter(({ orderId }) => orderId === order.id);
  const booked = own.reduce((sum, { quantity }) => sum.plus(quantity), ZERO);
  const moves = movesOf(order, own, { base: nameOf(level), counter: nameOf(0) });
  const amounts = { price, quantity: ordered, filledQuantity };
  const isBooked = booked.gte(filledQuantity);
  const hasArrived = state !== 'expired' || order.exchangeOrderId !== null;
  const known = { state, reason, updatedAt, isBooked, hasArrived, moves };
  return [{ clientOrderId, level, turn, leg, attempt, side, ...known, ...amounts }];
}

const legsOf = (legs: TurnRow['sells']): PlannedLeg[] =>
  legs.map(({ number, quantity, limit }) => ({ number, quantity: new Big(quantity), limit: new Big(limit) }));

/** What a basket's steps are decided by. */
export function basketFactsOf(stored: StoredRun): BasketFacts {
  const { run, assets, turns } = stored;
  return {
    state: run.state,
    isHalted: run.state === 'paused' && (run.reason?.startsWith(HALTED) ?? false),
    ending: run.ending,
    assets: assets.map(({ number, asset, percent, given, startPrice, taken }) => ({
      number,
      name: asset,
      target: new Big(percent).div(100),
      given,
      startPrice,
      taken,
    })),
    orders: stored.orders.flatMap((order) => orderOf(order, stored)),
    turns: turns.map(({ turn, at, sells, buys, buysAt, doneAt }) => ({
      turn,
      at,
      sells: legsOf(sells),
      buys: buys && legsOf(buys),
      buysAt,
      doneAt,
    })),
  };
}

/** B-2. */
export function basketRulesOf({ run, bot }: StoredRun): BasketRules {
  const { threshold, every } = basketPlanOf(bot).settings;
  return {
    threshold: threshold && threshold.div(100),
    every: every === null ? null : every * HOUR,
    startedAt: run.createdAt,
  };
}

interface MarketDeps {
  clock: Clock;
  markets: Markets;
  trading: TradingGate;
}

function pairNow({ markets }: MarketDeps, market: Market, symbol: string): BasketPair {
  const pair = markets.findExchangePair(market, symbol);
  const last = markets.lastPrice(market, symbol)?.price ?? null;
  if (!pair || pair.delisted)
    return {
      last,
      tick: UNKNOWN,
      step: UNKNOWN,
      minQuantity: UNKNOWN,
      minNotional: UNKNOWN,
      marketMost: null,
      status: 'gone',
    };
  const { tick, step, minQuantity, minNotional, marketQuantity, status } = pair;
  const marketMost = marketQuantity?.max ?? null;
  return {
    last,
    tick,
    step,
    minQuantity,
    minNotional,
    marketMost,
    status: status === 'trading' ? 'trading' : 'halted',
  };
}

/** What decides about a basket besides its own facts; null while its market's pairs are not known. */
export function basketContextOf(
  deps: MarketDeps,
  { run, assets }: Pick<StoredRun, 'run' | 'assets'>,
  of: Pick<BasketContext, 'isLook' | 'free'> = { isLook: false, free: null },
): BasketContext | null {
  const market = run.market as Market;
  if (!deps.markets.isOn(market) || deps.markets.exchange(market).pairs().size === 0) return null;
  const pairs = assets.flatMap(({ number, symbol }) =>
    symbol === null ? [] : [[number, pairNow(deps, market, symbol)] as const],
  );
  // While its key takes no entries, only what ends it may leave.
  const entry = run.state === 'stopping' ? null : deps.trading.entryRefusal(run.userId, run.keyId);
  const mayOrder = deps.trading.refusal(run.userId) === null && entry === null;
  return { mayOrder, now: deps.clock(), fee: run.fee, pairs: new Map(pairs), ...of };
}
