import { ONE } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { onOneClock } from '../../../domain/backtest/basket/one-clock.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { basketPlanOf } from '../../bots/index.ts';
import { sourceOf } from '../prices/source-of.ts';
import { basketJobOf, type PairPast } from '../runs/prepare-basket-run.ts';
import type { BasketJob } from '../worker/basket-job.ts';
import { lastPrice, type OwnTimeOf, type ReplayDeps, stopFor, timeOf } from './replay-of-run.ts';

/** X-12, B-1: its own settings, rates and amounts over its own time; null while there are too few bars that all of its pairs have. */
export async function basketReplayOf(
  of: OwnTimeOf & { pairs: readonly ExchangePair[] },
  deps: ReplayDeps,
): Promise<BasketJob | null> {
  const { stored, pairs } = of;
  const { run, bot, assets } = stored;
  const market = run.market as Market;
  const time = timeOf(of, deps, pairs.length);
  if (!time) return null;
  const parts: PairPast[] = [];
  for (const pair of pairs) parts.push({ pair, bars: await deps.past.read({ market, symbol: pair.symbol, ...time }) });
  const [times] = onOneClock(parts.map(({ bars }) => bars)).map((bars) => bars.times);
  if (!times || times.length < 2) return null;
  const stop = stopFor(of, 'basket', times.at(-1) ?? time.to);
  const symbolName = `${pairs[0]?.base}_${pairs[0]?.counter}`.toLowerCase();
  const request = { bot: { market, symbolName, ...basketPlanOf(bot), stop }, ...time, touch: deps.paper };
  const source = sourceOf(deps, market);
  const own = assets.map(({ given, startPrice }) => ({ given: given.toFixed(), startPrice: startPrice.toFixed() }));
  return {
    ...basketJobOf({ request, parts, fee: run.fee, source }),
    own: { assets: own, fillsWhole: deps.paper },
  };
}

/** By asset, at which both are compared. */
export const lastPrices = ({ counter, parts }: BasketJob): Map<string, Big> =>
  new Map([[counter, ONE], ...parts.map(({ pair, bars }) => [pair.base, lastPrice(bars)] as const)]);
