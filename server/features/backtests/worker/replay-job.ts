import { Big } from 'big.js';
import * as z from 'zod/mini';
import { BotPlan, opensDeals, type StoredRounds, takesSignals } from '#contracts/bot-settings.ts';
import { BotStop, type StoredStop } from '#contracts/bot-stop.ts';
import { type StopReason, usualEnding } from '#contracts/rules/bot-ending.ts';
import type { BacktestInterval } from '#contracts/rules/backtest-limits.ts';
import type { Side } from '#contracts/rules/side.ts';
import { type Bars, decimalOf } from '../../../domain/backtest/bars.ts';
import type { SignalCall } from '../../../domain/backtest/memory-deal.ts';
import type { ReplaySettings } from '../../../domain/backtest/replay-run.ts';
import type { ExchangePair, ListKind, TriggerType } from '../../../domain/market/pair.ts';
import { breakoutSettings } from '../../../domain/strategies/rounds/breakout-deals.ts';
import { dealSettingsOf } from '../../../domain/strategies/rounds/deal-settings.ts';
import type { GridLevel, GridRules, Sizing } from '../../../domain/strategies/rounds/level.ts';
import { planRun, type RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import { signalSettingsOf } from '../../../domain/strategies/signals/run-settings.ts';

type Pair = ReplaySettings['pair'];
type Bounds = NonNullable<ExchangePair['percentPrice']>;
type Texts<Values> = { [Name in keyof Values]: string };

/** A pair's rules as text, to be sent to another thread. */
export interface PairTexts
  extends
    Texts<
      Pick<
        ExchangePair,
        'symbol' | 'base' | 'counter' | 'tick' | 'step' | 'minQuantity' | 'maxQuantity' | 'minNotional'
      >
    >,
    Pick<ExchangePair, 'trailing'> {
  marketMost: string | null;
  band: Texts<Bounds> | null;
  maxOrders: number | null;
  triggers: readonly TriggerType[];
  lists: readonly ListKind[];
}

interface OwnLevel {
  number: number;
  /** Base units; null goes by what the level holds. */
  buys: string | null;
  sells: string | null;
  /** Where nothing was traded at the start: its first leg, and what it began with. */
  begins: ({ by: Side } & Texts<Amounts>) | null;
}

export interface OwnCall extends Pick<SignalCall, 'at' | 'do'> {
  price: string | null;
  share: string | null;
}

/** A run that there is already: its own sizes, and the market at its start. */
export interface OwnRun {
  /** Counter units. */
  market: string;
  /** UTC epoch ms. */
  begunAt: number | null;
  given: Texts<Amounts>;
  startOrder: { side: Side; quantity: string; price: string } | null;
  levels: readonly OwnLevel[];
  /** PB-12: of a signal bot what its hooks were sent; left out by others. */
  calls?: readonly OwnCall[];
  /** As on the paper exchange: an order fills whatever was traded. */
  fillsWhole: boolean;
}

/** All that a run over the past depends on: the same job gives the same report. */
export interface ReplayJob {
  plan: StoredRounds;
  stop: StoredStop;
  pair: PairTexts;
  /** Fractions. */
  fee: string;
  slippage: string;
  /** Counter units. */
  spread: string;
  touch: boolean;
  bars: Bars;
  source: string;
  interval: BacktestInterval;
  from: number;
  to: number;
  checksum: string;
  /** Left out, it is planned at the first bar's open. */
  own?: OwnRun;
}

export const pairTexts = ({ percentPrice, marketQuantity, limits, ...pair }: ExchangePair): PairTexts => ({
  symbol: pair.symbol,
  base: pair.base,
  counter: pair.counter,
  tick: pair.tick.toFixed(),
  step: pair.step.toFixed(),
  minQuantity: pair.minQuantity.toFixed(),
  maxQuantity: pair.maxQuantity.toFixed(),
  minNotional: pair.minNotional.toFixed(),
  marketMost: marketQuantity?.max.toFixed() ?? null,
  band: percentPrice && {
    bidUp: percentPrice.bidUp.toFixed(),
    bidDown: percentPrice.bidDown.toFixed(),
    askUp: percentPrice.askUp.toFixed(),
    askDown: percentPrice.askDown.toFixed(),
  },
  maxOrders: limits.orders,
  triggers: [...pair.triggers],
  lists: [...pair.lists],
  trailing: pair.trailing,
});

/** As the matching holds orders to it. */
export const matchingPair = (texts: PairTexts): Pair => ({
  symbol: texts.symbol,
  base: texts.base,
  quote: texts.counter,
  tick: new Big(texts.tick),
  step: new Big(texts.step),
  minQty: new Big(texts.minQuantity),
  maxQty: new Big(texts.maxQuantity),
  marketMaxQty: texts.marketMost === null ? null : new Big(texts.marketMost),
  minPrice: new Big(texts.tick),
  maxPrice: null,
  minNotional: new Big(texts.minNotional),
  maxNotional: null,
  priceBand: texts.band && {
    bidMultiplierUp: new Big(texts.band.bidUp),
    bidMultiplierDown: new Big(texts.band.bidDown),
    askMultiplierUp: new Big(texts.band.askUp),
    askMultiplierDown: new Big(texts.band.askDown),
  },
  maxOrders: texts.maxOrders,
  maxAlgoOrders: null,
  maxOrderLists: null,
  trailingDelta: texts.trailing && {
    minAbove: texts.trailing.above.min,
    maxAbove: texts.trailing.above.max,
    minBelow: texts.trailing.below.min,
    maxBelow: texts.trailing.below.max,
  },
});

/** As order blocks are held to it: one deal stays within what an account may have open. */
const exchangePairOf = (texts: PairTexts, { minQty, maxQty, marketMaxQty, ...pair }: Pair): ExchangePair => ({
  symbol: texts.symbol,
  status: 'trading',
  base: texts.base,
  counter: texts.counter,
  tick: pair.tick,
  step: pair.step,
  minQuantity: minQty,
  maxQuantity: maxQty,
  marketQuantity: marketMaxQty && { min: minQty, max: marketMaxQty, step: pair.step },
  minNotional: pair.minNotional,
  limits: { orders: texts.maxOrders, algoOrders: null, orderLists: null },
  triggers: new Set(texts.triggers),
  trailing: texts.trailing,
  lists: new Set(texts.lists),
  pegged: null,
  percentPrice: null,
});

/** most of a bar's volume that one order fills by. */
export const VOLUME_SHARE = new Big('0.1');
const PERCENT = 100;

/** As the form shows them where none was chosen. */
function endingsOf(type: BotPlan['type'], { endings = {} }: BotStop): ReplaySettings['endings'] {
  const of = (reason: StopReason) => endings[reason] ?? usualEnding(reason, type);
  return { below: of('below'), above: of('above'), gain: of('gain'), loss: of('loss'), at: of('at') };
}

const sizing = (quantity: string | null): Sizing =>
  quantity === null ? { by: 'holdings' } : { by: 'fixed', quantity: new Big(quantity) };

/** C-20: a run that goes on with another's coins and money begins by what it has. */
const beginning = ({ by, base, counter }: NonNullable<OwnLevel['begins']>): Pick<GridLevel, 'startsBy' | 'begins'> => ({
  startsBy: by,
  begins: { base: new Big(base), counter: new Big(counter) },
});

/** What it begins with: a run of its own keeps the sizes that it had. */
function planOf(plan: BotPlan, { own, bars }: ReplayJob, rules: GridRules): RunPlan {
  const planned = planRun(plan, own ? new Big(own.market) : decimalOf(bars.open[0] ?? 0), rules);
  if (!own) return planned;
  const sizes = new Map(own.levels.map((level) => [level.number, level]));
  const { startOrder, given } = own;
  return {
    ...planned,
    given: { base: new Big(given.base), counter: new Big(given.counter) },
    startOrder: startOrder && {
      side: startOrder.side,
      quantity: new Big(startOrder.quantity),
      price: new Big(startOrder.price),
    },
    levels: planned.levels.map((level) => {
      const sized = sizes.get(level.number);
      if (!sized) return level;
      const sizings = { buys: sizing(sized.buys), sells: sizing(sized.sells) };
      return Object.assign(level, sizings, sized.begins && beginning(sized.begins));
    }),
  };
}

const SECOND_MS = 1000;

/** T-5, T-9: what lets it follow the price. */
function followOf(plan: BotPlan, { unit }: Pick<RunPlan, 'unit'>): ReplaySettings['follow'] {
  if (plan.type === 'range') {
    const { lowBorder: low, highBorder: high, wait } = plan.settings;
    return { by: 'borders', borders: { low, high, wait: wait * SECOND_MS } };
  }
  if (plan.type !== 'trend-grid' || !unit) return null;
  const { spacing, size, until, shiftEvery, stopFollows } = plan.settings;
  return { by: 'trend', trend: { spacing, size, until, unit, every: shiftEvery * SECOND_MS }, stopFollows };
}

/** Of a bot whose deals are order blocks. */
function dealsOf(plan: BotPlan, { own, bars: { times } }: ReplayJob, pair: ExchangePair): ReplaySettings['deals'] {
  if (!opensDeals(plan)) return null;
  if (plan.type === 'averaging') return { by: 'ladder', ...dealSettingsOf(plan.settings), pair };
  const since = own?.begunAt ?? times[0] ?? 0;
  if (!takesSignals(plan)) return { ...breakoutSettings(plan.settings), since, pair };
  const { bars, ...settings } = signalSettingsOf(plan.settings, plan.type === 'smart-money' ? plan.settings : null);
  return bars ? { ...settings, bars, since, pair } : { ...settings, bars, calls: own?.calls?.map(callOf) ?? [], pair };
}

const big = (text: string | null): Big | null => (text === null ? null : new Big(text));
const callOf = ({ price, share, ...of }: OwnCall): SignalCall => ({ ...of, price: big(price), share: big(share) });

/** What the engine of the past is given; the bot starts at the first bar's open. */
export function settingsOf(job: ReplayJob): ReplaySettings {
  const pair = matchingPair(job.pair);
  const { tick, step, minQty: minQuantity, minNotional } = pair;
  const rules = { tick, step, minQuantity, minNotional, fee: new Big(job.fee) };
  const [plan, stop] = [z.decode(BotPlan, job.plan), z.decode(BotStop, job.stop)];
  const planned = planOf(plan, job, rules);
  return {
    plan: planned,
    follow: followOf(plan, planned),
    deals: dealsOf(plan, job, exchangePairOf(job.pair, pair)),
    pair,
    rules,
    touchFill: job.touch ? 'whole' : 'none',
    slippage: new Big(job.slippage),
    spread: new Big(job.spread),
    volumeShare: job.own?.fillsWhole ? null : VOLUME_SHARE,
    stop: {
      below: stop.below ?? null,
      above: stop.above ?? null,
      gain: stop.gain?.div(PERCENT) ?? null,
      loss: stop.loss?.div(PERCENT) ?? null,
      at: stop.at ?? null,
    },
    endings: endingsOf(plan.type, stop),
  };
}
