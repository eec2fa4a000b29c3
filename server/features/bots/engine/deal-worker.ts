import type { Big } from 'big.js';
import { SECOND } from '#contracts/rules/time.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { averagingStep } from '../../../domain/strategies/averaging/deal-step.ts';
import type { DealContext } from '../../../domain/strategies/averaging/deal-facts.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { BotDeps } from '../deps.ts';
import type { RunWatch } from './run-watch.ts';
import { priceText } from '../plan/field-note.ts';
import { contextOf } from '../runs/run-context.ts';
import { factsOf } from '../runs/run-facts.ts';
import { moveText } from '../runs/run-texts.ts';
import type { RunWork } from '../runs/run-work.store.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { type ActionDeps, actOn, type Worked } from './deal-actions.ts';
import { dealBlock, lockedByDeals, ownedByDeals } from '../deals/deal-books.ts';
import { dealSettings } from '../runs/deal-settings.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';
import { openingFault, openingText } from './opening.ts';

/** What changed nothing is tried again after so long, ms. */
const LATER = SECOND;
/** A deal is looked at by then, whatever the exchange says, ms. */
const AT_LEAST = 5 * SECOND;

/** When to look again, or that something has changed. */
type Passed = number | null | 'again';

export interface DealWorkerDeps extends ActionDeps, Pick<BotDeps, 'markets' | 'trading' | 'limits'> {
  work: RunWork;
  watch: Pick<RunWatch, 'look' | 'take'>;
}

interface Pass {
  stored: StoredRun;
  pair: ExchangePair;
  context: RunContext;
  /** Trading is on, the pair trades, and no limit keeps entries back. */
  mayEnter: boolean;
}

const moved = (isMoved: boolean, now: number): Passed => (isMoved ? 'again' : now + LATER);

const additionsOf = ({ stored: { run }, mayEnter }: Pass): DealContext['additions'] => {
  if (run.state === 'paused' && run.takeDown) return 'down';
  return run.state === 'running' && mayEnter ? 'place' : 'leave';
};

/** a run that waits for a price. */
async function startWaiting(
  { work, watch }: DealWorkerDeps,
  { stored, pair, context, mayEnter }: Pass,
): Promise<Passed> {
  const { run, bot } = stored;
  const { now, last } = context;
  const traded = watch.take(run.id)?.traded;
  const isAt = (price: Big | null | undefined): boolean =>
    Boolean(price && bot.startAt && (run.startAbove ? price.gte(bot.startAt) : price.lte(bot.startAt)));
  if (![traded?.low, traded?.high, last].some(isAt)) return now + AT_LEAST;
  if (!last || !mayEnter) return now + LATER;
  const text = moveText('starting', `The price reached ${priceText(last, pair)}.`);
  return moved(await work.startWaiting(run, { planned: { marketPrice: last }, levels: null, now, text }), now);
}

async function openNext(deps: DealWorkerDeps, { stored, pair, context, mayEnter }: Pass): Promise<Passed> {
  const { work, deals } = deps;
  const { run } = stored;
  const { now, last } = context;
  const settings = dealSettings(stored);
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

async function workOn(deps: DealWorkerDeps, pass: Pass, deal: Worked['deal']): Promise<Passed> {
  const { stored, pair, context } = pass;
  const { run } = stored;
  const { now, last, rules } = context;
  if (run.state === 'stopping' && deal.row.ending === null) {
    const ending = run.ending === 'sell' ? 'sell' : 'keep';
    await deps.deals.end(run, deal.row, { ending, text: 'Stopped by you.', now });
    return 'again';
  }
  const blocks = deal.blocks.map((block) => dealBlock(block, pair));
  const free = ownedByDeals(stored, pair).counter.minus(lockedByDeals(stored, pair));
  const step = averagingStep(
    dealSettings(stored).averaging,
    { blocks, ending: deal.row.ending, joinedAt: deal.row.joinedAt },
    { rules, last, free, additions: additionsOf(pass), now },
  );
  if (step.do === 'wait') return Math.min(step.again ?? Infinity, now + AT_LEAST);
  return moved(await actOn(deps, { stored, deal, pair }, step), now);
}

async function onePass(deps: DealWorkerDeps, pass: Pass): Promise<Passed> {
  const { stored, context } = pass;
  const { run } = stored;
  const { now } = context;
  const { move } = deps.work;
  if (run.state === 'waiting') return startWaiting(deps, pass);
  if (run.state === 'starting')
    return moved(await move(run, 'running', { reason: null, now, text: 'It opens its deals.' }), now);
  const open = stored.deals.find(({ row }) => row.endedAt === null);
  if (open) return workOn(deps, pass, open);
  if (run.state === 'stopping')
    return moved(await move(run, 'stopped', { reason: null, now, text: moveText('stopped', null) }), now);
  return run.state === 'running' ? openNext(deps, pass) : null;
}

/** PB-1: works on runs whose deals are order blocks, by what is stored of these alone. */
export const dealWorker = (deps: DealWorkerDeps) => ({
  async pass(stored: StoredRun, pair: ExchangePair): Promise<Passed> {
    const { userId, keyId } = stored.run;
    const context = contextOf(deps, { run: stored.run, pair });
    const mayEnter = context.mayOrder && context.isTrading && deps.trading.entryRefusal(userId, keyId) === null;
    deps.watch.look(stored, factsOf(stored, pair), context.now);
    try {
      return await onePass(deps, { stored, pair, context, mayEnter });
    } catch (error) {
      // Trading is switched off, or the key is still being compared.
      if (error instanceof Refusal) return context.now + LATER;
      throw error;
    }
  },
});
export type DealWorker = ReturnType<typeof dealWorker>;
