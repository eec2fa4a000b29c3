import type { ExchangePair } from '../../../domain/market/pair.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { averagingStep } from '../../../domain/strategies/averaging/deal-step.ts';
import type { DealContext, DealStep } from '../../../domain/strategies/deals/deal-facts.ts';
import { signalStep } from '../../../domain/strategies/signals/signal-step.ts';
import { turtleStep } from '../../../domain/strategies/signals/turtle-step.ts';
import { Refusal } from '../../../lib/errors.ts';
import { contextOf } from '../runs/run-context.ts';
import { factsOf } from '../runs/run-facts.ts';
import { valueOf } from '../runs/run-value.ts';
import { moveText } from '../runs/run-texts.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { lookAtBars } from './bar-signals.ts';
import { actOn, type Worked } from './deal-actions.ts';
import { AT_LEAST, type DealPass, type DealWorkerDeps, earlier, LATER, moved, type Passed } from './deal-pass.ts';
import { dealBlock, decidedBlock, lockedByDeals, ownedByDeals } from '../deals/deal-books.ts';
import { priceText } from '../plan/field-note.ts';
import { dealSettings, type LadderSettings } from '../runs/deal-settings.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';
import { signalEntryOf } from '../runs/signal-deal.ts';
import { turtleTerms } from '../signals/judge-breakout.ts';
import type { StoredDeal } from '../deals/deals.store.ts';
import { openingFault, openingText } from './opening.ts';

const additionsOf = ({ stored: { run }, mayEnter }: DealPass): DealContext['additions'] => {
  if ((run.state === 'paused' || run.state === 'attention') && run.takeDown) return 'down';
  return run.state === 'running' && mayEnter ? 'place' : 'leave';
};

async function openNext(
  deps: DealWorkerDeps,
  { stored, pair, context, mayEnter }: DealPass,
  settings: LadderSettings,
): Promise<Passed> {
  const { work, deals } = deps;
  const { run } = stored;
  const { now, last } = context;
  const waits = waitsFor(stored, settings, { now, last });
  if (waits?.why === 'over') {
    const reason = waitingText(waits);
    const of = { reason, now, text: moveText('stopping', reason), ending: 'keep' as const };
    return moved(await work.move(run, 'stopping', of), now);
  }
  if (waits) return waits.until;
  if (!last || !mayEnter) return now + LATER;
  const fault = await openingFault(deps, stored, { settings, pair, context, last });
  if (fault !== null)
    return moved(await work.move(run, 'attention', { reason: fault, now, text: moveText('attention', fault) }), now);
  const number = stored.deals.length + 1;
  return moved(await deals.open(run, { number, marketPrice: last, text: openingText(number, last, pair), now }), now);
}

/** What a deal does next, by its facts alone. */
function stepOf(pass: DealPass, deal: StoredDeal): DealStep {
  const { stored, pair, context } = pass;
  const { now, last, rules } = context;
  const settings = dealSettings(stored);
  const { ending, joinedAt } = deal.row;
  const facts = { blocks: deal.blocks.map((block) => decidedBlock(block, pair)), ending, joinedAt };
  const free = ownedByDeals(stored, pair).counter.minus(lockedByDeals(stored, pair));
  const of = { rules, last, free, additions: additionsOf(pass), now };
  if (settings.by === 'ladder') return averagingStep(settings.averaging, facts, of);
  if (settings.by === 'breakout') return turtleStep(turtleTerms(stored, settings, pair), facts, of);
  return signalStep(signalEntryOf(deal, settings, pair), facts, of);
}

/** PB-9: notifies once that the first unit of a deal has filled. */
async function notifiesFirstUnit(
  { deals }: DealWorkerDeps,
  pass: DealPass,
  { row, blocks }: StoredDeal,
): Promise<boolean> {
  const { stored, pair, context } = pass;
  if (dealSettings(stored).by !== 'breakout' || row.joinedAt !== null) return false;
  const first = blocks
    .map((block) => dealBlock(block, pair))
    .find(({ leg, entry, entered }) => leg === 'base' && entry === 'ended' && entered.quantity.gt(0));
  if (!first) return false;
  const { quantity, counter } = first.entered;
  const { stop } = first.exits;
  const bought = `${grouped(quantity)} ${pair.base} at ${priceText(counter.div(quantity), pair)}`;
  const text = `The first unit has filled: ${bought}${stop ? `, stop ${priceText(stop, pair)}` : ''}.`;
  return deals.bought(stored.run, row, { text, now: context.now });
}

async function workOn(deps: DealWorkerDeps, pass: DealPass, deal: Worked['deal']): Promise<Passed> {
  const { stored, pair, context } = pass;
  const { run } = stored;
  const { now } = context;
  if (run.state === 'stopping' && deal.row.ending === null) {
    const ending = run.ending === 'sell' ? 'sell' : 'keep';
    await deps.deals.end(run, deal.row, { ending, text: run.reason ?? 'Stopped by you.', now });
    return 'again';
  }
  if (await notifiesFirstUnit(deps, pass, deal)) return 'again';
  const step = stepOf(pass, deal);
  if (step.do === 'wait') return Math.min(step.again ?? Infinity, now + AT_LEAST);
  return moved(await actOn(deps, { stored, deal, pair }, step), now);
}

const begunText = (stored: StoredRun): string =>
  dealSettings(stored).by === 'ladder' ? 'It opens its deals.' : 'It waits for signals.';

async function onePass(deps: DealWorkerDeps, pass: DealPass): Promise<Passed> {
  const { stored, context } = pass;
  const { run } = stored;
  const { now } = context;
  const { move } = deps.work;
  if (run.state === 'starting')
    return moved(await move(run, 'running', { reason: null, now, text: begunText(stored) }), now);
  let next: number | null = null;
  const open = stored.deals.filter(({ row }) => row.endedAt === null);
  for (const deal of open) {
    const passed = await workOn(deps, pass, deal);
    if (passed === 'again') return passed;
    next = earlier(next, passed);
  }
  if (run.state === 'stopping' && open.length === 0)
    return moved(await move(run, 'stopped', { reason: null, now, text: moveText('stopped', null) }), now);
  if (run.state !== 'running') return next;
  const settings = dealSettings(stored);
  if (settings.by === 'ladder') return open.length === 0 ? openNext(deps, pass, settings) : next;
  const { bars } = settings;
  if (!bars) return next;
  const looked = await lookAtBars(deps, pass, { ...settings, bars });
  return looked === 'again' ? looked : earlier(next, looked);
}

/** PB-1: works on runs whose deals are order blocks, by what is stored of these alone. */
export const dealWorker = (deps: DealWorkerDeps) => ({
  async pass(stored: StoredRun, pair: ExchangePair): Promise<Passed> {
    const { userId, keyId } = stored.run;
    const context = contextOf(deps, { run: stored.run, pair });
    const mayEnter = context.mayOrder && context.isTrading && deps.trading.entryRefusal(userId, keyId) === null;
    const facts = factsOf(stored, pair);
    const value = valueOf(stored, facts, pair);
    deps.watch.look(stored, value, context.now);
    try {
      const looked = await deps.stops.look({ stored, facts, value, context, pair });
      if (looked.hasMoved) return 'again';
      const passed = await onePass(deps, { stored, pair, context, mayEnter });
      if (passed === 'again') return passed;
      return earlier(earlier(passed, looked.again), await deps.notifier.deals({ stored, pair }, context.now));
    } catch (error) {
      // Trading is switched off, or the key is still being compared.
      if (error instanceof Refusal) return context.now + LATER;
      throw error;
    }
  },
});
export type DealWorker = ReturnType<typeof dealWorker>;
