import * as z from 'zod/mini';
import { SearchReport } from '#contracts/backtest-search.ts';
import type { StoredRounds } from '#contracts/bot-settings.ts';
import type { Searchable } from '#contracts/rules/search-settings.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import { bothReadings, type BothReadings } from '../../../domain/backtest/both-readings.ts';
import { byHeldBack, holdBack } from '../../../domain/backtest/held-back.ts';
import { drawdown } from '../../../domain/backtest/equity-figures.ts';
import { ENGINE_VERSION } from '../../../domain/backtest/report.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import { type ReplayJob, settingsOf } from './replay-job.ts';
import type { JobResult } from './run-job.ts';

/** Settings that are tried. */
export interface Try {
  plan: StoredRounds;
  settings: Partial<Record<Searchable, number>>;
  /** Whether it could have started at the beginning of either part. */
  starts: { first: boolean; held: boolean };
}

export interface SearchJob extends ReplayJob {
  tries: readonly Try[];
}

type Row = z.output<typeof SearchReport>['rows'][number];

function partOf({ booked, isTooCoarse }: BothReadings): NonNullable<Row['held']> {
  const { total, given, cycles } = booked.result;
  return {
    return: Number(total) / Number(given),
    total: wireAmount(total.round(8, 0)),
    rounds: booked.cycles.length,
    fromRounds: wireAmount(cycles.round(8, 0)),
    worstDrawdown: drawdown(booked.curve).worst,
    isTooCoarse,
  };
}

/** every try on the first part of the time and, apart from it, on the last one. Reports the part that is done, from 0 to 1. */
export function runSearch({ tries, ...job }: SearchJob, onProgress: (part: number) => void): JobResult {
  const { first, held } = holdBack(job.bars);
  const run = (plan: StoredRounds, bars: Bars) => partOf(bothReadings(bars, settingsOf({ ...job, plan, bars })));
  const rows = tries
    .map(({ plan, settings, starts }, at): Row => {
      onProgress(at / tries.length);
      return {
        settings,
        first: starts.first ? run(plan, first) : null,
        held: starts.held ? run(plan, held) : null,
      };
    })
    .toSorted(byHeldBack);
  const { base, counter } = job.pair;
  const [one] = tries;
  const isCounter = one ? settingsOf({ ...job, plan: one.plan }).plan.counterEarning : true;
  const report: z.output<typeof SearchReport> = {
    engine: ENGINE_VERSION,
    currency: isCounter ? counter : base,
    tries: tries.length,
    heldFrom: held.times[0] ?? job.to,
    data: { source: job.source, interval: job.interval, from: job.from, to: job.to, checksum: job.checksum },
    rows,
  };
  return {
    report: JSON.stringify(z.encode(SearchReport, report)),
    gained: rows[0]?.held?.return ?? null,
    deals: '',
    moved: [],
  };
}
