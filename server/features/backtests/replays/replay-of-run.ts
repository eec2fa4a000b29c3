import { Big } from 'big.js';
import * as z from 'zod/mini';
import type { BotType } from '#contracts/bot-settings.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import { BotPlan as Plan } from '#contracts/bot-settings.ts';
import { BotStop as Stop } from '#contracts/bot-stop.ts';
import { type BacktestInterval, INTERVAL_MS, MOST_BARS } from '#contracts/rules/backtest-limits.ts';
import { usualEnding } from '#contracts/rules/bot-ending.ts';
import { DAY } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { ownTimeSince, planOf, type StoredRun, stopOf } from '../../bots/index.ts';
import type { PastBars } from '../prices/past-bars.ts';
import { sourceOf } from '../prices/source-of.ts';
import { jobOf } from '../runs/prepare-run.ts';
import { type SignalsOf, signalsFault, withSignals } from '../runs/with-signals.ts';
import type { OwnCall, OwnRun, ReplayJob } from '../worker/replay-job.ts';

export interface OwnTimeOf {
  stored: StoredRun;
  /** A twin runs on when its bot is stopped by hand. */
  kind: 'trust' | 'twin';
}

interface ReplayOf extends OwnTimeOf {
  pair: ExchangePair;
  /** PB-12: of a signal bot; empty of others. */
  calls: readonly OwnCall[];
}

export interface ReplayDeps {
  past: PastBars;
  /** UTC epoch ms. */
  now: number;
  paper: boolean;
}

/** How long the paper market keeps bars of each length. */
const PAPER: readonly [BacktestInterval, number][] = [
  ['1m', 3 * DAY],
  ['1h', 45 * DAY],
];
const LONGER: readonly BacktestInterval[] = ['1m', '3m', '5m', '15m', '1h'];

/** The shortest bars that there are of all this time, of so many pairs. */
function intervalFor(since: number, { now, paper }: ReplayDeps, pairs: number): BacktestInterval {
  const age = now - since;
  if (paper) return PAPER.find(([, kept]) => age < kept)?.[0] ?? '1d';
  return LONGER.find((interval) => (age / INTERVAL_MS[interval]) * pairs <= MOST_BARS) ?? '1d';
}

/** Its own time in whole bars; null while there are too few. */
export function timeOf({ stored: { run, bot }, kind }: OwnTimeOf, deps: ReplayDeps, pairs = 1) {
  const { now } = deps;
  const begunAt = ownTimeSince(bot, run);
  if (begunAt === null) return null;
  const interval = intervalFor(begunAt, deps, pairs);
  const length = INTERVAL_MS[interval];
  const { stoppedAt } = run;
  const from = Math.ceil(begunAt / length) * length;
  const whole = Math.floor(now / length) * length;
  const to = kind === 'trust' && stoppedAt !== null ? Math.ceil(stoppedAt / length) * length : whole;
  return to > whole || to - from < 2 * length ? null : { interval, from, to };
}

/** It began at this price, within the bar before. */
function beginningAt(bars: Bars, price: number): Bars {
  const [open, high, low] = [bars.open.slice(), bars.high.slice(), bars.low.slice()];
  open[0] = price;
  high[0] = Math.max(high[0] ?? price, price);
  low[0] = Math.min(low[0] ?? price, price);
  return { ...bars, open, high, low };
}

const text = (amount: Big | null): string | null => amount?.toFixed() ?? null;

function ownOf({ run, levels }: StoredRun, fillsWhole: boolean): OwnRun {
  const { startSide, startQuantity, startPrice } = run;
  return {
    market: run.marketPrice.toFixed(),
    begunAt: run.begunAt,
    given: { base: run.givenBase.toFixed(), counter: run.givenCounter.toFixed() },
    startOrder:
      startSide && startQuantity && startPrice
        ? { side: startSide, quantity: startQuantity.toFixed(), price: startPrice.toFixed() }
        : null,
    fillsWhole,
    levels: levels.map(({ number, buys, sells, startsBy, startBase, startCounter }) => ({
      number,
      buys: text(buys),
      sells: text(sells),
      begins: startSide ? null : { by: startsBy, base: startBase.toFixed(), counter: startCounter.toFixed() },
    })),
  };
}

/** What its owner did by hand the replay does too, in its last bar: the two would part there for no reason. */
export function stopFor({ stored: { run, bot }, kind }: OwnTimeOf, type: BotType, lastBar: number): BotStop {
  const stop = stopOf(bot);
  const isByHand = kind === 'trust' && run.stoppedAt !== null && run.reached === null && run.ending !== null;
  if (!isByHand || run.ending === null) return stop;
  const usual = (reason: 'below' | 'above' | 'gain' | 'loss') => stop.endings?.[reason] ?? usualEnding(reason, type);
  const endings = { below: usual('below'), above: usual('above'), gain: usual('gain'), loss: usual('loss') };
  return { ...stop, at: lastBar, endings: { ...endings, at: run.ending } };
}

/** its own settings, rates and sizes over its own time; null while there are too few bars. */
export async function replayJobOf(of: ReplayOf, deps: ReplayDeps): Promise<ReplayJob | null> {
  const { stored, pair } = of;
  const { past, paper } = deps;
  const { run, bot } = stored;
  const market = run.market as Market;
  const time = timeOf(of, deps);
  if (!time) return null;
  const read = await past.read({ market, symbol: run.symbol, ...time });
  if (read.times.length < 2) return null;
  const plan = planOf(bot);
  if (signalsFault(plan, time.interval) !== null) return null;
  const signals = (its: SignalsOf) => past.readSignals({ market, symbol: run.symbol, ...its });
  const bars = await withSignals(beginningAt(read, Number(run.marketPrice)), plan, signals);
  const symbolName = `${pair.base}_${pair.counter}`.toLowerCase();
  // On paper a limit fills as soon as its price is traded.
  const request = { bot: { market, symbolName, ...plan }, ...time, touch: paper };
  const source = sourceOf(deps, market);
  const job = jobOf({ request, pair, fee: run.fee, bars, source });
  const lastBar = bars.times.at(-1) ?? time.to;
  const stop = z.encode(Stop, stopFor(of, plan.type, lastBar));
  return { ...job, plan: z.encode(Plan, plan), stop, own: { ...ownOf(stored, paper), calls: of.calls } };
}

/** The price at which both are compared. */
export const lastPrice = ({ close }: Pick<Bars, 'close'>): Big => new Big(close.at(-1) ?? 0);
