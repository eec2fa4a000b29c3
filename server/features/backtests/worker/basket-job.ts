import { Big } from 'big.js';
import * as z from 'zod/mini';
import { BacktestReport } from '#contracts/backtests.ts';
import { BasketPlan } from '#contracts/bot-settings.ts';
import { BotStop, type StoredStop } from '#contracts/bot-stop.ts';
import { usualEnding } from '#contracts/rules/bot-ending.ts';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { HOUR } from '#contracts/rules/time.ts';
import { type Bars, decimalOf } from '../../../domain/backtest/bars.ts';
import { worthAt } from '../../../domain/backtest/forward-trust.ts';
import { basketDecidesAlike } from '../../../domain/backtest/basket/half-basket.ts';
import { basketReport } from '../../../domain/backtest/basket/basket-report.ts';
import {
  type BasketReplay,
  type BasketReplaySettings,
  bookBaskets,
  replayBasket,
} from '../../../domain/backtest/basket/replay-basket.ts';
import type { GivenAsset } from '../../../domain/strategies/basket/basket-facts.ts';
import { basketCsv } from './deals-csv.ts';
import { presentReport, type ReportTerms } from './present-report.ts';
import { matchingPair, type PairTexts, VOLUME_SHARE } from './replay-job.ts';
import { type JobResult, movedBy, PASSES } from './run-job.ts';

/** One of its assets after the counter currency. */
interface BasketPart {
  pair: PairTexts;
  bars: Bars;
}

/** A basket that there is already: what it was given, and the prices of its start. */
interface OwnBasket {
  /** The counter currency first, and then its assets in the order of its parts. */
  assets: readonly { given: string; startPrice: string }[];
  /** As on the paper exchange: an order fills whatever was traded. */
  fillsWhole: boolean;
}

/** All that a basket over the past depends on: the same job gives the same report. */
export interface BasketJob extends ReportTerms {
  plan: z.input<typeof BasketPlan>;
  stop: StoredStop;
  counter: string;
  /** All on one clock. */
  parts: readonly BasketPart[];
  /** Left out, it starts at the first bars' open. */
  own?: OwnBasket;
}

const PERCENT = 100;
const share = (percent: number): Big => new Big(percent).div(PERCENT);

/** The counter currency first. */
function assetsOf({ counter, parts, own }: BasketJob, { settings: { assets, invest } }: BasketPlan): GivenAsset[] {
  const common = { taken: ZERO };
  const percentOf = (name: string): Big => share(assets.find(({ asset }) => asset === name)?.percent ?? 0);
  const money = { ...common, number: 0, name: counter, target: percentOf(counter), given: invest, startPrice: ONE };
  const others = parts.map(({ pair: { base: name }, bars: { open } }, at) => {
    const given = assets.find(({ asset }) => asset === name)?.coins ?? ZERO;
    return { ...common, number: at + 1, name, target: percentOf(name), given, startPrice: decimalOf(open[0] ?? 0) };
  });
  return [money, ...others].map((asset, at) => {
    const begun = own?.assets[at];
    return begun ? Object.assign(asset, { given: new Big(begun.given), startPrice: new Big(begun.startPrice) }) : asset;
  });
}

/** B-6: a basket keeps its coins, or sells all of them. */
function endingsOf({ endings = {} }: BotStop): BasketReplaySettings['endings'] {
  const of = (reason: 'loss' | 'at') =>
    (endings[reason] ?? usualEnding(reason, 'basket')) === 'sell' ? 'sell' : 'keep';
  return { loss: of('loss'), at: of('at') };
}

/** What the engine of the past is given; the basket starts at the first bars' open. */
export function basketSettingsOf(job: BasketJob): BasketReplaySettings {
  const [plan, stop] = [z.decode(BasketPlan, job.plan), z.decode(BotStop, job.stop)];
  const { threshold, every } = plan.settings;
  return {
    when: { threshold: threshold && threshold.div(PERCENT), every: every === null ? null : every * HOUR },
    assets: assetsOf(job, plan),
    pairs: job.parts.map(({ pair }) => matchingPair(pair)),
    fee: new Big(job.fee),
    slippage: new Big(job.slippage),
    spreadTicks: ONE,
    volumeShare: job.own?.fillsWhole ? null : VOLUME_SHARE,
    stop: { loss: stop.loss?.div(PERCENT) ?? null, at: stop.at ?? null },
    endings: endingsOf(stop),
  };
}

/** by the number of the asset; what its first rebalancing and its sales at the stop traded is 0. */
function basketMoved(
  all: readonly Bars[],
  { fills }: Pick<BasketReplay, 'fills'>,
  { assets }: Pick<BasketReplaySettings, 'assets'>,
): JobResult['moved'] {
  const numbers = new Map(assets.map(({ name, number }) => [name, number]));
  const priced = fills.map((fill) => {
    const number = numbers.get(fill.asset) ?? 0;
    const last = decimalOf(all[number - 1]?.close.at(-1) ?? 0);
    return { part: fill.turn > 1 ? number : 0, base: ZERO, counter: worthAt(last, true)(fill) };
  });
  return movedBy(
    priced,
    ({ part }) => part,
    ({ counter }) => counter,
  );
}

/** a basket over the past, from its bars to its report. Reports the part that is done, from 0 to 1. */
export function runBasket(job: BasketJob, onProgress: (part: number) => void): JobResult {
  const settings = basketSettingsOf(job);
  const all = job.parts.map(({ bars }) => bars);
  const [first] = all;
  if (!first) throw new Error('A basket has bars of a pair.');
  const count = first.times.length;
  const pass = (before: number) => ({
    ...settings,
    onProgress: (done: number) => onProgress((before + done / count) / PASSES),
  });
  const both = bookBaskets(count, replayBasket(all, 'drawn', pass(0)), replayBasket(all, 'reversed', pass(1)));
  const { booked } = both;
  const checked = basketDecidesAlike(all, booked, (half) => replayBasket(half, booked.reading, pass(2)));
  const report = presentReport(basketReport(all, both, { of: settings, checked }), {
    job,
    bars: all,
    currencies: { base: job.counter, counter: job.counter },
    lines: [],
  });
  return {
    report: JSON.stringify(z.encode(BacktestReport, report)),
    gained: report.booked.return,
    deals: basketCsv(booked),
    moved: basketMoved(all, booked, settings),
  };
}
