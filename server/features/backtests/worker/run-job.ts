import * as z from 'zod/mini';
import { BacktestReport } from '#contracts/backtests.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { bookReadings } from '../../../domain/backtest/both-readings.ts';
import { decidesAlike } from '../../../domain/backtest/half-run.ts';
import { type Replay, replayRun } from '../../../domain/backtest/replay-run.ts';
import { reportOf } from '../../../domain/backtest/report.ts';
import { allocationOf } from '../../../domain/strategies/rounds/run-books.ts';
import { dealsCsv } from './deals-csv.ts';
import { presentReport } from './present-report.ts';
import { type ReplayJob, settingsOf } from './replay-job.ts';

export interface JobResult {
  /** JSON as it is sent. */
  report: string;
  /** As a part of what was given; null where nothing could be run. */
  gained: number | null;
  deals: string;
  /** What the booked reading brought in and took by level, base and counter units; 0 is its start and stop. */
  moved: { level: number; base: string; counter: string }[];
}

function movedBy({ fills }: Pick<Replay, 'fills'>): JobResult['moved'] {
  const byLevel = Map.groupBy(fills, ({ level }) => level);
  return [...byLevel].map(([level, of]) => {
    const { base, counter } = allocationOf({ base: ZERO, counter: ZERO }, of);
    return { level, base: base.toFixed(), counter: counter.toFixed() };
  });
}

/** Both readings and half of one, one after the other. */
export const PASSES = 2.5;

/** a run over the past, from its bars to its report. Told the part that is done, from 0 to 1. */
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
  const checked = decidesAlike(bars, booked, (half) => replayRun(half, booked.reading, pass(2)));
  // Lines of a deal go with its first order.
  const lines = settings.deals ? [] : settings.plan.lines;
  const report = presentReport(reportOf(bars, both, { of: settings, checked }), { job, currencies: job.pair, lines });
  return {
    report: JSON.stringify(z.encode(BacktestReport, report)),
    gained: report.booked.return,
    deals: dealsCsv(booked),
    moved: movedBy(booked),
  };
}
