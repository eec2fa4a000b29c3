import type { BacktestReport, PreviewRequest } from '#contracts/backtests.ts';
import { BacktestReport as Report } from '#contracts/backtests.ts';
import { SECOND } from '#contracts/rules/time.ts';
import * as z from 'zod/mini';
import { Refusal } from '../../../lib/errors.ts';
import type { PastBars } from '../prices/past-bars.ts';
import type { BacktestDeps } from '../deps.ts';
import { RunEnded, runInWorker } from '../worker/run-in-worker.ts';
import { recentJobs } from './recent-jobs.ts';

type Preview = { error: string | null; report: BacktestReport | null };
const refused = (error: string): Preview => ({ error, report: null });

const AT_ONCE = 2;
/** It runs at the lowest priority: a busy server takes many times the second that it needs. */
const WITHIN_MS = 30 * SECOND;

/** The sentence about one that did not come to its report; any other error is thrown. */
function sentenceOf(error: unknown): string {
  if (error instanceof Refusal && error.code === 'unprocessable') return error.message;
  if (!(error instanceof RunEnded)) throw error;
  return error.reason === 'stopped'
    ? 'Replaced by a newer one.'
    : 'This takes too long for a form. Run it as a backtest.';
}

/** the last thirty days for a form that is being typed in; a newer one of the same person ends the one before. */
export function previewRuns(deps: BacktestDeps & { past: PastBars }) {
  const jobOf = recentJobs(deps);
  const running = new Map<string, AbortController>();

  async function replay(userId: string, { bot }: PreviewRequest, signal: AbortSignal): Promise<Preview> {
    const job = await jobOf(userId, bot, signal);
    if (typeof job === 'string') return refused(job);
    const { report } = await runInWorker(job, { signal, niceness: deps.niceness, within: WITHIN_MS });
    return { error: null, report: z.decode(Report, JSON.parse(report) as z.input<typeof Report>) };
  }

  return async (userId: string, wanted: PreviewRequest): Promise<Preview> => {
    running.get(userId)?.abort();
    if (running.size >= AT_ONCE && !running.has(userId))
      return refused('Other runs are under way. It is tried again with your next change.');
    const ending = new AbortController();
    running.set(userId, ending);
    try {
      return await replay(userId, wanted, ending.signal);
    } catch (error) {
      return refused(sentenceOf(error));
    } finally {
      if (running.get(userId) === ending) running.delete(userId);
    }
  };
}
