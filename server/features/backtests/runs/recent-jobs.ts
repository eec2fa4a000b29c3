import type { PreviewRequest } from '#contracts/backtests.ts';
import type { BotPlan } from '#contracts/bot-settings.ts';
import { type BacktestInterval, INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import type { BacktestDeps } from '../deps.ts';
import type { PastBars } from '../prices/past-bars.ts';
import { sourceOf } from '../prices/source-of.ts';
import type { AnyJob } from '../worker/run-in-worker.ts';
import { basketFault, basketFee, basketJobOf, basketPairs } from './prepare-basket-run.ts';
import { type BasketBot, feeOf, jobOf, type PairBot, splitBot, startFault } from './prepare-run.ts';
import { areTooLong, type SignalsOf, withSignals } from './with-signals.ts';

const DAYS = 30;
/** Bars of a pair are read again after so long. */
const KEPT_FOR_MS = 5 * MINUTE;
const MOST_PAIRS = 20;

/** The paper market lists hours of its last month. */
const OLDER_THAN_KEPT =
  'The paper market keeps bars of an hour for so long; a bot of shorter ones is run over its last three days.';
const NO_PRICES = 'There are no prices of the last 30 days.';

/** Quarters of an hour, or the bars that its signals go by where these are shorter. */
function intervalOf(plan: BotPlan, paper: boolean): BacktestInterval {
  if (paper) return '1h';
  return plan.type === 'smart-money' && areTooLong(plan, '15m') ? plan.settings.interval : '15m';
}

function lastDays(now: number, interval: BacktestInterval) {
  const length = INTERVAL_MS[interval];
  const to = Math.floor(now / length) * length;
  return { from: to - DAYS * DAY, to };
}

/** Bars of the exchange, kept for a few minutes. */
function recentBars({ clock, past }: { clock: BacktestDeps['clock']; past: PastBars }) {
  const kept = new Map<string, { until: number; bars: Promise<Bars> }>();
  return (of: Parameters<PastBars['read']>[0]): Promise<Bars> => {
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
  };
}

/** a bot over the last thirty days, or the sentence that says why it is not run. */
export function recentJobs(deps: BacktestDeps & { past: PastBars }) {
  const { clock, markets, past, paper } = deps;
  const barsOf = recentBars(deps);

  async function pairJob(userId: string, bot: PairBot, signal: AbortSignal): Promise<AnyJob | string> {
    const { market, symbolName } = bot;
    const pair = markets.pairOf(market, symbolName);
    const { plan } = splitBot(bot);
    const interval = intervalOf(plan, paper);
    const of = { market, symbol: pair.symbol, interval, ...lastDays(clock(), interval) };
    const [bars, fee] = await Promise.all([
      barsOf(of),
      feeOf(deps, userId, { market, symbol: pair.symbol, fees: null }),
    ]);
    const open = bars.open[0];
    if (open === undefined || bars.times.length < 2) return NO_PRICES;
    const fault = startFault(bot, { pair, fee, open, interval });
    if (fault !== null) return paper && areTooLong(plan, interval) ? OLDER_THAN_KEPT : fault;
    const source = sourceOf(deps, market);
    const signals = (time: SignalsOf) => past.readSignals({ market, symbol: pair.symbol, ...time }, { signal });
    const signalled = await withSignals(bars, plan, signals);
    return jobOf({ request: { bot, ...of }, pair, fee, bars: signalled, source });
  }

  async function basketJob(userId: string, bot: BasketBot): Promise<AnyJob | string> {
    const interval = paper ? '1h' : '15m';
    const of = { interval, ...lastDays(clock(), interval) } as const;
    const pairs = basketPairs(deps, bot);
    const { market } = bot;
    const [fee, parts] = await Promise.all([
      basketFee(deps, userId, { bot, fees: null, pairs }),
      Promise.all(pairs.map(async (pair) => ({ pair, bars: await barsOf({ market, symbol: pair.symbol, ...of }) }))),
    ]);
    if (parts.some(({ bars }) => bars.times.length < 2)) return NO_PRICES;
    const opens = new Map(parts.map(({ pair: { symbol }, bars }) => [symbol, bars.open[0] ?? 0]));
    const source = sourceOf(deps, market);
    return basketFault(deps, bot, opens) ?? basketJobOf({ request: { bot, ...of }, parts, fee, source });
  }

  return (userId: string, bot: PreviewRequest['bot'], signal: AbortSignal): Promise<AnyJob | string> =>
    bot.type === 'basket' ? basketJob(userId, bot) : pairJob(userId, bot, signal);
}
