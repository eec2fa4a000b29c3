import { Big } from 'big.js';
import type { BacktestReport } from '#contracts/backtests.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import type { BasketSummary, ReadingSummary, ReplayReport } from '../../../domain/backtest/report.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import { type ReplayJob, VOLUME_SHARE } from './replay-job.ts';

const MOST_HOLES = 100;
const PERCENT = 100;

const maybe = (value: Big | null): Big | null => value && wireAmount(value);
const both = ({ base, counter }: { base: Big; counter: Big }) => ({
  base: wireAmount(base),
  counter: wireAmount(counter),
});

/** What is read adds up: the rest of the total is the position. */
function readingOf({ total, rounds, position: _position, ...of }: ReadingSummary): BacktestReport['booked'] {
  const [all, realized] = [wireAmount(total.round(8, 0)), wireAmount(rounds.round(8, 0))];
  return { ...of, total: all, rounds: realized, position: wireAmount(all.minus(realized)) };
}

const counted = (count: number): string => count.toLocaleString('en-US');
const signed = (part: number): string => `${part < 0 ? '−' : '+'}${Math.abs(part * PERCENT).toFixed(1)}%`;

const LEAST_SHOWN = 0.01;
const shareText = (percent: number): string =>
  percent < LEAST_SHOWN ? `less than ${LEAST_SHOWN}%` : `${percent.toFixed(2)}%`;

/** the count with both results. */
export function ambiguityText({ ambiguous, bars, booked, other }: ReplayReport): string {
  const share = (ambiguous / bars) * PERCENT;
  const open =
    ambiguous === 0
      ? `None of ${counted(bars)} bars leaves open which price came first.`
      : `${counted(ambiguous)} of ${counted(bars)} bars leave open which price came first (${shareText(share)}).`;
  const [worse, better] = [signed(booked.return), signed(other.return)];
  return worse === better ? `${open} Result ${worse}.` : `${open} Result ${worse} to ${better}.`;
}

/** what would be fine enough for a run over these bars of its pairs. */
export function coarseText(all: readonly Bars[]): string {
  const withoutTrades = all.filter(({ inside }) => !inside?.prints);
  if (withoutTrades.length === 0)
    return 'Too coarse for these settings. Your trade data leaves out some bars: choose trade data of all the time.';
  const longest = Math.max(...withoutTrades.map(({ interval, inside }) => inside?.bars?.interval ?? interval));
  return `Too coarse for these settings. Use ${longest > MINUTE ? '1-minute or trade' : 'trade'} data.`;
}

/** What a report rests on. */
export type ReportTerms = Pick<
  ReplayJob,
  'fee' | 'slippage' | 'spread' | 'touch' | 'source' | 'interval' | 'from' | 'to' | 'checksum'
>;

interface Presented {
  job: ReportTerms;
  /** Of each of its pairs. */
  bars: readonly Bars[];
  currencies: Record<'base' | 'counter', string>;
  /** Prices between which it works; none where they go with its deals. */
  lines: readonly Big[];
}

const presentBasket = ({ rebalancings, assets }: BasketSummary): NonNullable<BacktestReport['basket']> => ({
  rebalancings,
  assets: assets.map(({ asset, target, given, owned, worth }) => ({
    asset,
    percent: target.times(PERCENT).toNumber(),
    given: wireAmount(given),
    owned: wireAmount(owned),
    worth: wireAmount(worth.round(8, 0)),
  })),
});

/** X-8 as it is sent and kept. */
export function presentReport(report: ReplayReport, { job, currencies, lines, bars }: Presented): BacktestReport {
  const { figures, counterEarning } = report;
  const { base, counter } = currencies;
  return {
    engine: report.engine,
    currency: counterEarning ? counter : base,
    baseCurrency: base,
    counterCurrency: counter,
    given: both(report.given),
    owned: both(report.owned),
    booked: readingOf(report.booked),
    other: readingOf(report.other),
    bars: report.bars,
    ambiguous: report.ambiguous,
    sentence: ambiguityText(report),
    tooCoarse: report.isTooCoarse ? coarseText(bars) : null,
    checked: report.checked,
    figures: {
      ...figures,
      winRate: maybe(figures.winRate),
      profitFactor: maybe(figures.profitFactor),
      expectancy: maybe(figures.expectancy),
    },
    fees: both(report.fees),
    holding: wireAmount(report.holding.round(8, 0)),
    months: report.months,
    lines: lines.map(wireAmount),
    points: report.points,
    ...(report.basket && { basket: presentBasket(report.basket) }),
    terms: {
      fees: new Big(job.fee),
      slippage: new Big(job.slippage),
      spread: new Big(job.spread),
      touch: job.touch,
      volumeShare: VOLUME_SHARE,
    },
    data: {
      source: job.source,
      interval: job.interval,
      from: job.from,
      to: job.to,
      checksum: job.checksum,
      holes: report.holes.slice(0, MOST_HOLES),
      holeCount: report.holes.length,
    },
  };
}
