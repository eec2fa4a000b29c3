import type { BotPlan } from '#contracts/bot-settings.ts';
import type { Market } from '#contracts/symbol.ts';
import { closedBefore } from '../../../domain/exit-plan/candle-close.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { barsNeeded, breakoutSettings } from '../../../domain/strategies/rounds/breakout-deals.ts';
import { wholeBars } from '../../../domain/strategies/signals/decide-bars.ts';
import { type TurtleLevels, turtleLevels } from '../../../domain/strategies/signals/turtle-levels.ts';
import type { BotDeps } from '../deps.ts';
import { barsRead } from '../runs/deal-settings.ts';
import { rangeBars, readBars } from '../runs/read-bars.ts';

/** PB-9: where a breakout would be by the bars of now, for a receipt; null where it is not known, or for other bots. */
export async function breakoutNow(
  deps: Pick<BotDeps, 'markets' | 'log' | 'clock'>,
  { market, plan }: { market: Market; plan: BotPlan },
  pair: ExchangePair,
): Promise<TurtleLevels['breakout']> {
  if (plan.type !== 'smart-money-turtle' || !deps.markets.exchange(market).reportsTakers) return null;
  const settings = breakoutSettings(plan.settings);
  const { interval, length } = settings.bars;
  const since = closedBefore(deps.clock(), interval);
  const read = await readBars(deps, { market, symbol: pair.symbol }, { interval, since, count: barsRead(settings) });
  const bars = read && wholeBars(rangeBars(read), length);
  return bars && bars.length >= barsNeeded(settings.bars)
    ? turtleLevels({ bars, signals: [] }, null, pair).breakout
    : null;
}
