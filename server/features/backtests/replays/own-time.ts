import type { Market } from '#contracts/symbol.ts';
import type { RealRun } from '../../../domain/backtest/forward-trust.ts';
import { basketPast, isBasket, refusedDeals, runPast } from '../../bots/index.ts';
import type { BacktestDeps } from '../deps.ts';
import type { BasketJob } from '../worker/basket-job.ts';
import type { ReplayJob } from '../worker/replay-job.ts';
import { basketReplayOf, lastPrices } from './replay-of-basket.ts';
import { ownCalls } from './own-calls.ts';
import { lastPrice, type OwnTimeOf, type ReplayDeps, replayJobOf } from './replay-of-run.ts';

/** A run's own time: what is run again, and what really happened by the texts of its log. */
interface OwnTime {
  job: ReplayJob | BasketJob;
  real: (texts: readonly string[]) => RealRun;
}

type Deps = ReplayDeps & Pick<BacktestDeps, 'markets' | 'db'>;

async function ofPair(of: OwnTimeOf, deps: Deps): Promise<OwnTime | null> {
  const { stored } = of;
  const pair = deps.markets.findPastPair(stored.run.market as Market, stored.run.symbol);
  const calls = await ownCalls(deps.db, stored);
  const job = pair && calls && (await replayJobOf({ ...of, pair, calls }, deps));
  if (!job) return null;
  const past = { pair, time: job.to, last: lastPrice(job.bars), refusedDeals: await refusedDeals(deps.db, stored.run) };
  return { job, real: (texts) => runPast(stored, { ...past, texts }) };
}

async function ofBasket(of: OwnTimeOf, deps: Deps): Promise<OwnTime | null> {
  const { stored } = of;
  const market = stored.run.market as Market;
  const symbols = stored.assets.flatMap(({ symbol }) => symbol ?? []);
  const pairs = symbols.flatMap((symbol) => deps.markets.findPastPair(market, symbol) ?? []);
  const job = pairs.length === symbols.length ? await basketReplayOf({ ...of, pairs }, deps) : null;
  return job && { job, real: (texts) => basketPast(stored, { time: job.to, prices: lastPrices(job), texts }) };
}

/** null where there is nothing to say yet. */
export const ownTimeOf = (of: OwnTimeOf, deps: Deps): Promise<OwnTime | null> =>
  isBasket(of.stored.bot) ? ofBasket(of, deps) : ofPair(of, deps);
