import type { BacktestReport, PreviewRequest } from '#contracts/backtests.ts';
import type { BotPlan } from '#contracts/bot-settings.ts';
import { BacktestReport as Report } from '#contracts/backtests.ts';
import { type BacktestInterval, INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import { DAY, MINUTE, SECOND } from '#contracts/rules/time.ts';
import * as z from 'zod/mini';
import type { Bars } from '../../../domain/backtest/bars.ts';
import type { PastBars } from '../prices/past-bars.ts';
import type { BacktestDeps } from '../deps.ts';
import { RunEnded, runInWorker } from '../worker/run-in-worker.ts';
import { feeOf, jobOf, splitBot, startFault } from './prepare-run.ts';
import { areTooLong, type SignalsOf, withSignals } from './with-signals.ts';

type Preview = { error: string | null; report: BacktestReport | null };
const refused = (error: string): Preview => ({ error, report: null });

const DAYS = 30;
const AT_ONCE = 2;
const WITHIN_MS = 10 * SECOND;
/** Bars of a pair are read again after so long. */
const KEPT_FOR_MS = 5 * MINUTE;
const MOST_PAIRS = 20;

/** The paper market tells hours of its last month. */
const OLDER_THAN_KEPT =
  'The paper market keeps bars of an hour for so long; a bot of shorter ones is run over its last three days.';

/** Quarters of an hour, or the bars that its signals go by where these are shorter. */
function previewInterval(plan: BotPlan, paper: boolean): BacktestInterval {
  if (paper) return '1h';
  return plan.type === 'smart-money' && areTooLong(plan, '15m') ? plan.settings.interval : '15m';
}

/** the last thirty days for a form that is being typed in; a newer one of the same person ends the one before. */
export function previewRuns(deps: BacktestDeps & { past: PastBars }) {
  const { clock, markets, past, paper } = deps;
  const running = new Map<string, AbortController>();
  const kept = new Map<string, { until: number; bars: Promise<Bars> }>();

  function barsOf(of: Parameters<PastBars['read']>[0]): Promise<Bars> {
    const name = `${of.market} ${of.symbol} ${of.interval}`;
    const known = kept.get(name);
    if (known && clock() < known.until) return known.bars;
    const bars = past.read(of);
    bars.catch(() => kept.delete(name));
    kept.delete(name);
    kept.set(name, { until: clock() + KEPT_FOR_MS, bars });
    const [oldest] = kept.keys();
    if (kept.size > MOST_PAIRS && oldest !== undefined) kept.delete(oldest);
    return bars;
  }

  async function replay(userId: string, { bot }: PreviewRequest, signal: AbortSignal): Promise<Preview> {
    const { market, symbolName } = bot;
    const pair = markets.pairOf(market, symbolName);
    const { plan } = splitBot(bot);
    const interval = previewInterval(plan, paper);
    const length = INTERVAL_MS[interval];
    const to = Math.floor(clock() / length) * length;
    const of = { market, symbol: pair.symbol, interval, from: to - DAYS * DAY, to } as const;
    const [bars, fee] = await Promise.all([
      barsOf(of),
      feeOf(deps, userId, { market, symbol: pair.symbol, fees: null }),
    ]);
    const open = bars.open[0];
    if (open === undefined || bars.times.length < 2) return refused('There are no prices of the last 30 days.');
    const fault = startFault(bot, { pair, fee, open, interval });
    if (fault !== null) return refused(paper && areTooLong(plan, interval) ? OLDER_THAN_KEPT : fault);
    const source = paper ? 'the paper market' : market;
    const signals = (time: SignalsOf) => past.readSignals({ market, symbol: pair.symbol, ...time }, { signal });
    const signalled = await withSignals(bars, plan, signals);
    const job = jobOf({ request: { bot, ...of }, pair, fee, bars: signalled, source });
    const { report } = await runInWorker(job, { signal, within: WITHIN_MS });
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
      if (!(error instanceof RunEnded)) throw error;
      return refused(
        error.reason === 'stopped'
          ? 'Replaced by a newer one.'
          : 'This takes too long for a form. Run it as a backtest.',
      );
    } finally {
      if (running.get(userId) === ending) running.delete(userId);
    }
  };
}
