import { closedBefore, decideCloses, readNextAt } from '../exit-plan/candle-close.ts';
import { mustWritePeak } from '../exit-plan/follow-market.ts';
import { isBetter } from '../exit-plan/moved-stop.ts';
import { type PlanFacts, factsOf } from '../exit-plan/plan-facts.ts';
import { worthOf } from '../exit-plan/results.ts';
import { dueAt, timeExit } from '../exit-plan/timed-exit.ts';
import { entryOf } from '../position/books.ts';
import type { SliceContext } from './slice-context.ts';
import { dealOf } from './slice-stop.ts';

const knownOf = ({ position, intent }: SliceContext): PlanFacts => factsOf(position, intent.plan ?? 0);

/** EX-8: the peak is written with each move, and on every tenth of a percent. */
function peakDue({ stop, terms }: SliceContext, moves: boolean): PlanFacts['peak'] {
  if (!stop?.follows) return null;
  const { peak, written } = stop.follows;
  const isDue = !written || (isBetter(terms.side, peak, written) && (moves || mustWritePeak(peak, written, terms)));
  return isDue ? peak : null;
}

/** When its time is due, UTC epoch ms; null where it has none, or something became of it already. */
function timeDue(context: SliceContext): number | null {
  const exit = context.intent.timing?.exit;
  if (!exit || context.intent.ending !== 'none' || knownOf(context).timed) return null;
  return dueAt(exit, entryOf(context.position)?.filledAt ?? null);
}

/** EX-10: what becomes of it now; `result` is that of the whole deal, closed at the market. */
function timedNow(context: SliceContext): PlanFacts['timed'] {
  const { intent, terms, open, marketContext } = context;
  const [due, exit] = [timeDue(context), intent.timing?.exit];
  const { market, now, isDelayed } = marketContext;
  if (due === null || !exit || !market || isDelayed) return null;
  const { paid, settled } = dealOf(context, open);
  const worth = worthOf(open, market, terms);
  const result = terms.side === 'buy' ? settled.plus(worth).minus(paid) : paid.minus(settled).minus(worth);
  const decision = timeExit(exit, due, { now, result });
  if (decision.do === 'wait') return null;
  return { at: due, did: decision.do, isLate: decision.do === 'ask' || decision.isLate };
}

/** EX-11: what the candles that have closed mean; candles from before the plan mean nothing. */
function closedNow(context: SliceContext): PlanFacts['closed'] {
  const { plan, terms, marketContext } = context;
  const closing = plan.stop?.closing;
  const { market, now, closes = [] } = marketContext;
  if (!closing || !market) return null;
  const known = knownOf(context).closed;
  if (!known) return { until: closedBefore(now, closing.interval), did: null, price: null };
  if (known.did === 'close') return null;
  return decideCloses({ side: terms.side, price: closing.price }, known, { candles: closes, market, now });
}

/** What this server has seen and decided for a plan, and is to write down; null where nothing is new. `moves`: orders change. */
export function factsToNote(context: SliceContext, moves: boolean): PlanFacts | null {
  const known = knownOf(context);
  const [peak, timed, closed] = [peakDue(context, moves), timedNow(context), closedNow(context)];
  if (!peak && !timed && !closed) return null;
  return { ...known, peak: peak ?? known.peak, timed: timed ?? known.timed, closed: closed ?? known.closed };
}

/** When time alone may change something, UTC epoch ms; null where it does not. */
export function nextFactsAt(context: SliceContext): number | null {
  const { plan, stop, marketContext } = context;
  const known = knownOf(context).closed;
  const closing = plan.stop?.closing;
  const times = [
    stop?.waitsUntil ?? null,
    timeDue(context),
    closing && known && known.did !== 'close' ? readNextAt(known, closing.interval, marketContext.now) : null,
  ].filter((time) => time !== null);
  return times.length > 0 ? Math.min(...times) : null;
}
