import { Big } from 'big.js';
import { SECOND } from '#contracts/rules/time.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import { type MetStop, stopMet } from '../../../domain/strategies/rounds/stop-conditions.ts';
import { priceText } from '../plan/field-note.ts';
import { stopOfRun } from '../runs/stored-plan.ts';
import { askText, conditionsOf, endingOf, hasConditions, reachedOf, stopText } from '../runs/run-conditions.ts';
import { moveText } from '../runs/run-texts.ts';
import type { ReachedStop, RunRow } from '../runs/runs.store.ts';
import type { Look, Looked } from './look.ts';
import { isStoppable, type RunWatch } from './run-watch.ts';
import { type StartDeps, startWaiting } from './start-waiting.ts';

/** How soon a stop that has to wait is looked at again, ms. */
const WAITS = SECOND;

const NOTHING: Looked = { hasMoved: false, again: null };

/** A condition that is acted on takes precedence over one that only asks the owner. */
const isNews = ({ reached }: RunRow, met: MetStop): boolean => reached === null || (reached.isBack && !met.isBack);

/** what its conditions and its start price make of a run. */
export function runStops(deps: StartDeps, watch: Pick<RunWatch, 'take'>) {
  const { work } = deps;
  const wait = startWaiting(deps, watch);

  /** C-12: while nothing may leave, stops wait; what was reached stays written down. */
  async function stop({ stored, context, pair }: Look, reached: ReachedStop): Promise<Looked> {
    const { now, mayOrder } = context;
    const { run, bot } = stored;
    if (!mayOrder || !canMove(run.state, 'stopping')) return { hasMoved: false, again: now + WAITS };
    const conditions = stopOfRun(stored);
    const reason = stopText(reached, conditions, (price) => priceText(new Big(price), pair));
    const ending = endingOf(conditions, reached.reason, bot.plan.type);
    const hasMoved = await work.move(run, 'stopping', { reason, now, text: moveText('stopping', reason), ending });
    return { hasMoved, again: null };
  }

  async function ask({ stored, context, pair }: Look, reached: ReachedStop): Promise<Looked> {
    const { now, last } = context;
    const { run } = stored;
    if (!last || !canMove(run.state, 'attention')) return NOTHING;
    const reason = askText(reached, stopOfRun(stored), { last, priced: (price) => priceText(new Big(price), pair) });
    const hasMoved = await work.move(run, 'attention', { reason, now, text: moveText('attention', reason) });
    return { hasMoved, again: null };
  }

  /** True where a condition was met that was not written down yet, and is now. */
  async function reach({ stored: { run }, value, context }: Look, stops: BotStop): Promise<boolean> {
    const { now, last } = context;
    const { traded = null, seen = null, at = now } = watch.take(run.id) ?? {};
    const met = stopMet(conditionsOf(stops), { ...value, traded, seen, last, now });
    return met !== null && isNews(run, met) && work.reach(run, reachedOf(met, at));
  }

  return {
    async look(look: Look): Promise<Looked> {
      const { run } = look.stored;
      if (run.state === 'waiting') return wait(look);
      const stops = stopOfRun(look.stored);
      if (!isStoppable(run) || !hasConditions(stops)) return NOTHING;
      const { now, last } = look.context;
      if (!last) return { hasMoved: false, again: now + WAITS };
      if (await reach(look, stops)) return { hasMoved: true, again: null };
      if (run.reached) return run.reached.isBack ? ask(look, run.reached) : stop(look, run.reached);
      return { hasMoved: false, again: stops.at ?? null };
    },
  };
}
export type RunStops = ReturnType<typeof runStops>;
