import type { SharedFigures } from '#contracts/bot-links.ts';
import type { BotDeal } from '#contracts/bot-record.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { drawdownOf } from '#contracts/rules/drawdown.ts';
import type { Market } from '#contracts/symbol.ts';
import { type Move, worthOverTime } from '../../../domain/strategies/rounds/worth-over-time.ts';
import type { BotDeps } from '../deps.ts';
import { rounded } from '../plan/amounts.ts';
import { dealsOf } from '../present/deals.ts';
import { presentBot } from '../present/present-bot.ts';
import { readBars } from '../runs/read-bars.ts';
import { purseFacts } from '../runs/run-facts.ts';
import type { StoredRun } from '../runs/runs.store.ts';

/** As many bars as an exchange lists at once, less one that is under way. */
const MOST_BARS = 999;

const intervalFor = (lasted: number): ClosingInterval | null => {
  const names = Object.keys(CLOSING_INTERVALS) as ClosingInterval[];
  return names.find((name) => lasted / CLOSING_INTERVALS[name] < MOST_BARS) ?? null;
};

const moveOf = (deal: BotDeal, base: string, counter: string): Move => {
  const sign = deal.side === 'buy' ? 1 : -1;
  const paid = (asset: string) => deal.fees.find((fee) => fee.asset === asset)?.amount ?? ZERO;
  return {
    at: deal.tradedAt,
    price: deal.price,
    base: deal.quantity.times(sign).minus(paid(base)),
    counter: deal.counterQuantity.times(-sign).minus(paid(counter)),
  };
};

type Fall = Pick<SharedFigures, 'drawdown' | 'interval'>;
const UNKNOWN: Fall = { drawdown: null, interval: null };

/** Not of a basket, nor of a run from which another hand took something: its worth fell without a loss. */
async function deepestFall(deps: BotDeps, stored: StoredRun): Promise<Fall> {
  const { run } = stored;
  const pair = deps.markets.findPastPair(run.market as Market, run.symbol);
  const until = run.stoppedAt ?? deps.clock();
  const interval = intervalFor(deps.clock() - run.createdAt);
  const isTaken = [run.takenBase, run.takenCounter, run.takenWorth].some((taken) => !taken.eq(0));
  if (!pair || !interval || run.engine === 'basket' || isTaken) return UNKNOWN;
  const [bars, deals] = await Promise.all([
    readBars(deps, run, { interval, since: run.createdAt, count: 0 }),
    dealsOf(deps, [stored]),
  ]);
  if (!bars) return UNKNOWN;
  const points = worthOverTime({
    ...purseFacts(run),
    began: { at: run.createdAt, price: run.marketPrice },
    moves: deals.toReversed().map((deal) => moveOf(deal, pair.base, pair.counter)),
    closes: bars.filter(({ at }) => at <= until),
  });
  const { deepest } = drawdownOf(points);
  if (!deepest) return { drawdown: ZERO, interval };
  // Rounded as a loss is: never shown smaller than it was.
  return { drawdown: deepest.percent && rounded(deepest.percent.times(-1)).times(-1), interval };
}

/** C-23: measured, of the main key's run; null where it has not begun. */
export async function sharedFigures(deps: BotDeps, stored: StoredRun | undefined): Promise<SharedFigures | null> {
  if (!stored?.run.begunAt) return null;
  const { run, bot } = stored;
  const fall = await deepestFall(deps, stored);
  const { pnlPercent: total } = presentBot(deps, bot, [stored]);
  return { total, ...fall, since: run.createdAt, until: run.stoppedAt };
}
