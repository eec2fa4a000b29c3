import type { Big } from 'big.js';
import { SECOND } from '#contracts/rules/time.ts';
import { opensDeals, type RoundsPlan } from '#contracts/bot-settings.ts';
import { checkPlan } from '../plan/check-plan.ts';
import { amountField, withAmount } from '../plan/plan-amount.ts';
import { priceText } from '../plan/field-note.ts';
import { planOf, stopOf } from '../runs/stored-plan.ts';
import { levelRow, plannedRun } from '../runs/new-run.ts';
import { moveText } from '../runs/run-texts.ts';
import type { RunWork } from '../runs/run-work.store.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import type { TradingGate } from '../../../trading/index.ts';
import type { Look, Looked } from './look.ts';
import type { RunWatch } from './run-watch.ts';

/** How soon a start that has to wait is looked at again, ms. */
const WAITS = SECOND;
const TIME_IS_OVER = 'The time at which it stops has come.';

export interface StartDeps {
  work: RunWork;
  trading: Pick<TradingGate, 'entryRefusal'>;
}

const isAtStart = ({ run, bot }: StoredRun, price: Big): boolean =>
  bot.startAt !== null && (run.startAbove ? price.gte(bot.startAt) : price.lte(bot.startAt));

/** What this run is given of its bot's settings: a copy key's has an amount of its own; null where no market changes its plan. */
function ownPlan({ run, bot }: StoredRun): RoundsPlan | null {
  const plan = planOf(bot);
  if ('order' in plan.settings || opensDeals(plan)) return null;
  return withAmount(plan, amountField(plan) === 'coins' ? run.givenBase : run.givenCounter);
}

/** what its start price makes of a run that waits for it. */
export function startWaiting({ work, trading }: StartDeps, watch: Pick<RunWatch, 'take'>) {
  const stop = (run: StoredRun['run'], reason: string, now: number): Promise<boolean> =>
    work.move(run, 'stopped', { reason, now, text: moveText('stopped', reason) });

  /** The market of now decides what it begins with. */
  async function begin({ stored, context, pair }: Look): Promise<boolean> {
    const { run } = stored;
    const { last, rules, now } = context;
    if (!last) return false;
    const own = ownPlan(stored);
    const text = moveText('starting', `The price reached ${priceText(last, pair)}.`);
    if (!own) return work.startWaiting(run, { planned: { marketPrice: last }, levels: null, now, text });
    const { run: plan, refusals } = checkPlan(own, { pair, market: last, rules });
    const [refusal] = refusals;
    if (!plan || refusal) return stop(run, refusal?.text ?? 'Its settings make no plan at this price.', now);
    return work.startWaiting(run, { planned: plannedRun(plan, last), levels: plan.levels.map(levelRow), now, text });
  }

  return async (look: Look): Promise<Looked> => {
    const { stored, context } = look;
    const { now, last, mayOrder, isTrading } = context;
    const { at = null } = stopOf(stored.bot);
    if (at !== null && now >= at) return { hasMoved: await stop(stored.run, TIME_IS_OVER, now), again: null };
    const traded = watch.take(stored.run.id)?.traded;
    const isDue = [traded?.low, traded?.high, last].some((price) => price && isAtStart(stored, price));
    if (!isDue) return { hasMoved: false, again: at };
    const { userId, keyId } = stored.run;
    const isPossible = mayOrder && isTrading && trading.entryRefusal(userId, keyId) === null;
    const begins = isPossible && !(await work.isIdleCopy(stored.run));
    return { hasMoved: begins && (await begin(look)), again: now + WAITS };
  };
}
