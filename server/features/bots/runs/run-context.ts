import type { Big } from 'big.js';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import type { BotDeps } from '../deps.ts';
import type { RunRow } from './runs.store.ts';

/** The exchange's bounds of prices, by its average; the last price is near enough to wait by. */
function bandOf({ percentPrice }: ExchangePair, last: Big | null): Record<Side, { low: Big; high: Big }> | null {
  if (!percentPrice || !last) return null;
  const { bidDown, bidUp, askDown, askUp } = percentPrice;
  return {
    buy: { low: last.times(bidDown), high: last.times(bidUp) },
    sell: { low: last.times(askDown), high: last.times(askUp) },
  };
}

/** What decides about a run besides its own facts. */
export function contextOf(
  { clock, markets, trading }: Pick<BotDeps, 'clock' | 'markets' | 'trading'>,
  { run, pair, others = null }: { run: RunRow; pair: ExchangePair; others?: RunContext['others'] },
): RunContext {
  const seen = markets.lastPrice(run.market, run.symbol);
  const last = seen?.price ?? null;
  const { tick, step, minQuantity, minNotional } = pair;
  return {
    mayOrder: trading.refusal(run.userId) === null,
    isTrading: pair.status === 'trading',
    band: bandOf(pair, last),
    now: clock(),
    rules: { tick, step, minQuantity, minNotional, fee: run.fee },
    last,
    isDelayed: Boolean(seen?.delayedSince),
    marketMost: pair.marketQuantity?.max ?? null,
    others,
  };
}
