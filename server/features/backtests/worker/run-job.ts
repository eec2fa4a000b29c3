import type { Big } from 'big.js';
import * as z from 'zod/mini';
import { BacktestReport } from '#contracts/backtests.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { decimalOf } from '../../../domain/backtest/bars.ts';
import { bookReadings } from '../../../domain/backtest/both-readings.ts';
import { worthAt } from '../../../domain/backtest/forward-trust.ts';
import { decidesAlike } from '../../../domain/backtest/half-run.ts';
import { replayRun } from '../../../domain/backtest/replay-run.ts';
import { reportOf } from '../../../domain/backtest/report.ts';
import { allocationOf, type Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import { dealsCsv } from './deals-csv.ts';
import { presentReport } from './present-report.ts';
import { type ReplayJob, settingsOf } from './replay-job.ts';

export interface JobResult {
  /** JSON as it is sent. */
  report: string;
  /** As a part of what was given; null where nothing could be run. */
  gained: number | null;
  deals: string;
  /** What came of the booked reading at the last prices, by level, deal or asset; 0 is its start and stop. */
  moved: { part: number; worth: string }[];
  /** UTC epoch ms, of its deals, the first one first; left out where it opens none. */
  openedAt?: readonly number[];
}

/** What fills of each part are worth in the end. */
export function movedBy<Fill extends Amounts>(
  fills: readonly Fill[],
  partOf: (fill: Fill) => number,
  worthOf: (amounts: Amounts, part: number) => Big,
): JobResult['moved'] {
  return [...Map.groupBy(fills, partOf)].map(([part, of]) => {
    const amounts = allocationOf({ base: ZERO, counter: ZERO }, of);
    return { part, worth: worthOf(amounts, part).toFixed() };
  });
}

/** Both readings and half of one, one after the other. */
export const PASSES = 2.5;

/** a run over the past, from its bars to its report. Reports the part that is done, from 0 to 1. */
export function runJob(job: ReplayJob, onProgress: (part: number) => void): JobResult {
  const settings = settingsOf(job);
  const { bars } = job;
  const count = bars.times.length;
  const pass = (before: number) => ({
    ...settings,
    onProgress: (done: number) => onProgress((before + done / count) / PASSES),
  });
  const both = bookReadings(count, replayRun(bars, 'drawn', pass(0)), replayRun(bars, 'reversed', pass(1)));
  const { booked } = both;
  const last = decimalOf(bars.close.at(-1) ?? 0);
  const checked = decidesAlike(bars, booked, (half) => replayRun(half, booked.reading, pass(2)));
  // Lines of a deal go with its first order.
  const lines = settings.deals ? [] : settings.plan.lines;
  const presented = { job, bars: [bars], currencies: job.pair, lines };
  const report = presentReport(reportOf(bars, both, { of: settings, checked }), presented);
  return {
    report: JSON.stringify(z.encode(BacktestReport, report)),
    gained: report.booked.return,
    deals: dealsCsv(booked),
    moved: movedBy(booked.fills, ({ level }) => level, worthAt(last, settings.plan.counterEarning)),
    openedAt: booked.openedAt,
  };
}
