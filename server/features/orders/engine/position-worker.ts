import { SECOND } from '#contracts/rules/time.ts';
import type { BlockState } from '#contracts/rules/block-state.ts';
import { exitPrice } from '../../../domain/position/exits.ts';
import { entryOf, liveOf, shortOf } from '../../../domain/position/books.ts';
import { nextStep } from '../../../domain/next-step.ts';
import type { OrderStep } from '../../../domain/steps/step.ts';
import { entryEndsAt } from '../../../domain/entry-expiry.ts';
import { type DesiredExits, planExits } from '../../../domain/exits/plan-exits.ts';
import type { MarketContext } from '../../../domain/position/position.ts';
import { movesBetween, stateOf } from '../../../domain/position/state.ts';
import type { EngineContext, OrderContext } from '../orders.ts';
import { intentOf } from '../intent.ts';
import { storedLevels } from '../store/stored-watches.store.ts';
import { freeSlots } from '../store/used-slots.store.ts';
import { type BlockRef, type BlockView, type PositionView, readPosition } from '../store/block-view.store.ts';
import { type Level, watchOf, type WatchedPosition } from './watched-levels.ts';
import type { PriceWatch, Reached } from '../../../runtime/price-triggers/price-watch.ts';
import { nextLookAt } from '../../../domain/exits/next-look.ts';
import { closedCandles } from './closed-candles.ts';
import { ProtectionWatch } from './protection-watch.ts';
import { goOver } from '../sending/go-over.ts';
import type { StepTaker } from '../sending/take-step.ts';

/** More than any position needs; a rule that never settles must not spin. */
const MOST_STEPS = 20;

export interface PositionDeps extends OrderContext, Pick<EngineContext, 'facts' | 'lookup' | 'publish' | 'schedule'> {
  steps: StepTaker;
  prices: PriceWatch<BlockRef>;
}

/** What came of a step. */
interface Done {
  outcome: Outcome;
  isEvaluated: boolean;
  /** What the next step is to be decided by. */
  reached: Reached | null;
}

/** Drops what was seen: it is written down by now, or is from before the plan. */
const withoutSeen = (reached: Reached | null): Reached | null => reached && { ...reached, seen: null };

/** Of one step: another one may follow, nothing is to be done, or it could not be done now. */
type Outcome = 'again' | 'quiet' | 'later' | 'soon';

/** A position as it stands, in its block. */
export interface BlockPosition {
  view: BlockView;
  position: PositionView;
}

/** What is missing or on its way is looked at again after so long, ms. */
const SOON_MS = SECOND;
/** What is due already could not be done in this look, ms. */
const LEAST_PAUSE_MS = SECOND;
/** What was refused for a passing reason is looked at again after so long, ms. */
export const LATER_MS = 5 * SECOND;

const isAtWork = (found: BlockPosition | null): found is BlockPosition => found?.position.row.endedAt === null;

const currentState = ({ view, position }: BlockPosition): BlockState =>
  stateOf(position, intentOf(view, position), position.row.endReason);

/** An order that ended without our asking, while something stands open. */
const isMeddledWith = ({ position }: BlockPosition): boolean =>
  (entryOf(position)?.filledQuantity.gt(0) ?? false) &&
  position.orders.some(({ state, cancelAsked }) => state === 'cancelled' && !cancelAsked);

/** While an answer is out, what was traded meanwhile is kept for the look after it. */
const isUnsure = ({ position }: BlockPosition): boolean =>
  position.orders.some(({ state }) => state === 'sending' || state === 'unknown');

const isHolding = ({ position }: BlockPosition): boolean =>
  position.orders.some(({ filledQuantity }) => filledQuantity.gt(0));

/** After how long its protection asks for another look, ms; null where only news or a trade can change it. */
function pauseOf(
  { view, position }: BlockPosition,
  { protection: { label, fault }, leftOver }: DesiredExits,
): number | null {
  const isClosing = intentOf(view, position).ending === 'close' && leftOver && !position.interference;
  if (isClosing) return SOON_MS;
  if (label !== 'placing' && label !== 'unprotected') return null;
  if (fault === 'placing' || fault === 'unconfirmed' || fault === 'closing' || fault === 'failing') return SOON_MS;
  // Until its owner was notified, and then until they decide.
  return fault === 'undecided' && position.row.unprotectedSince !== null ? null : LATER_MS;
}

/** When what is held is looked at again, UTC epoch ms; null where only news or a trade can change anything. */
function lookAgainAt(found: BlockPosition, plan: DesiredExits, marketContext: MarketContext): number | null {
  const pause = pauseOf(found, plan);
  const times = [
    nextLookAt(found.position, marketContext),
    pause === null ? null : marketContext.now + pause,
    plan.lookAt === null ? null : Math.max(plan.lookAt, marketContext.now + LEAST_PAUSE_MS),
  ];
  return times.reduce(earlier, null);
}

/** When what has not filled of its entry is canceled, UTC epoch ms; null where nothing waits. */
function expiresAt({ view, position }: BlockPosition, now: number): number | null {
  const at = liveOf(position, ['entry']).length > 0 ? entryEndsAt(intentOf(view, position)) : null;
  return at === null ? null : Math.max(at, now + LEAST_PAUSE_MS);
}

export const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The prices at which this server acts by itself. */
function levelsOf({ view, position }: BlockPosition, plan: DesiredExits): Level[] {
  const intent = intentOf(view, position);
  const isBuy = position.section === 'buy';
  if (plan.slices) return plan.levels;
  return plan.watched.flatMap((target): Level[] => {
    const price = exitPrice(intent, target);
    return price ? [{ target, price, above: isBuy === (target === 'take-profit') }] : [];
  });
}

/** What a page can see of a position: published again only when it has changed. */
const fingerprintOf = ({ view, position }: BlockPosition): string =>
  JSON.stringify([
    currentState({ view, position }),
    position.interference,
    position.isUncompared,
    position.row.reason,
    position.planFacts,
    view.intent,
    position.orders.map(({ id, state, filledQuantity }) => [id, state, filledQuantity]),
  ]);

/** Works on one position of a block, step by step, each decided by what is known then. */
export class PositionWorker {
  readonly #deps: PositionDeps;
  readonly #published = new Map<string, string>();
  readonly #protection: ProtectionWatch;

  constructor(deps: PositionDeps) {
    this.#deps = deps;
    this.#protection = new ProtectionWatch(deps);
  }

  /**
   * Until nothing is left to do. `seen` is how it was found just now. Answers when it is looked at again, UTC epoch ms;
   * null where only news or a trade can change anything.
   */
  async settle(
    ref: BlockRef,
    id: string,
    of: { signal: AbortSignal; seen: BlockPosition | null },
  ): Promise<number | null> {
    const begunAt = this.#deps.clock();
    const find = () => readPosition(this.#deps.db, ref, id);
    const first = of.seen ?? (await find());
    const { found, outcome } = await this.#takeSteps(first, { find, signal: of.signal });
    if (!found) return null;
    const again = await this.#lookAfter(found, begunAt);
    if (isAtWork(found) && outcome === 'soon') return earlier(again, this.#deps.clock() + SOON_MS);
    const isUnfinished = isAtWork(found) && outcome !== 'quiet';
    return again === null && isUnfinished ? this.#deps.clock() + LATER_MS : again;
  }

  async #takeSteps(
    first: BlockPosition | null,
    { find, signal }: { find: () => Promise<BlockPosition | null>; signal: AbortSignal },
  ) {
    let reached = this.#reachedSince(first);
    let found = first;
    let isEvaluated = false;
    let outcome: Outcome = 'again';
    for (let count = 0; isAtWork(found) && outcome === 'again' && count < MOST_STEPS && !signal.aborted; count += 1) {
      const done = await this.#oneStep(found, reached);
      ({ outcome } = done);
      isEvaluated ||= done.isEvaluated;
      ({ reached } = done);
      if (outcome !== 'quiet') found = await find();
      if (found) await this.#publishChange(found);
    }
    if (first && reached && !isEvaluated) this.#deps.prices.giveBack(first.position.id, reached);
    return { found, outcome };
  }

  #reachedSince(found: BlockPosition | null): Reached | null {
    return found && !isUnsure(found) ? this.#deps.prices.take(found.position.id) : null;
  }

  /** Notes how a position is protected and which prices this server watches for it, from `since` on. */
  async #lookAfter(found: BlockPosition, since: number): Promise<number | null> {
    const { view, position } = found;
    const marketContext = isAtWork(found) ? await this.#around(found) : null;
    const plan = marketContext && planExits(position, intentOf(view, position), marketContext);
    await this.#protection.look({ view, position, protection: plan?.protection ?? null });
    const isOpen = plan !== null && isHolding(found);
    await this.#watchPrices(found, { since, levels: isOpen ? levelsOf(found, plan) : [] });
    const again = isOpen && marketContext ? lookAgainAt(found, plan, marketContext) : null;
    return isAtWork(found) ? earlier(again, expiresAt(found, this.#deps.clock())) : again;
  }

  /** Written down, so that the next process watches the same levels from where this one ends. */
  async #watchPrices({ view, position }: BlockPosition, { since, levels }: Pick<WatchedPosition, 'since' | 'levels'>) {
    const { prices, facts, clock } = this.#deps;
    const { userId, id: blockId, market, symbol } = view.block;
    const stored = position.row.watched;
    const isSame = JSON.stringify(stored?.levels ?? []) === JSON.stringify(storedLevels({ since, levels }).levels);
    const from = isSame && stored ? stored.since : since;
    if (levels.length === 0) prices.forget(position.id);
    else
      prices.watch(watchOf({ ref: { userId, blockId }, positionId: position.id, market, symbol, since: from, levels }));
    if (isSame) return;
    const watched = levels.length === 0 ? null : storedLevels({ since, levels });
    await facts.store.changePosition(position.row, { set: { watched }, events: [], now: clock() });
  }

  async #around({ view, position }: BlockPosition): Promise<MarketContext | null> {
    const { userId, market, symbol, plan } = view.block;
    const { keyId, id: positionId } = position;
    // Before anything is traded there is nothing to sell again, so nothing depends on the fee.
    const needsFee = position.orders.some(({ filledQuantity }) => filledQuantity.gt(0));
    const context = await this.#deps.marketContext.of({ userId, keyId, market, symbol }, { needsFee });
    if (!context || plan === 0) return context;
    const of = { userId, keyId, symbol, positionId };
    const [free, closes] = await Promise.all([
      freeSlots(this.#deps.db, context.pair, of),
      closedCandles(this.#deps, { view, position, now: context.now }),
    ]);
    return { ...context, free, closes };
  }

  async #oneStep(found: BlockPosition, reached: Reached | null): Promise<Done> {
    const short = shortOf(found.position);
    if (short.length > 0) return { outcome: await this.#completeFills(short), isEvaluated: false, reached };
    const context = await this.#around(found);
    if (!context) return { outcome: 'later', isEvaluated: false, reached };
    // Found out just now: what comes next is its owner's to say.
    if (await this.#noteState(found)) return { outcome: 'again', isEvaluated: false, reached };
    const { view, position } = found;
    const step = nextStep(position, intentOf(view, position), { ...context, ...reached });
    if (step?.do === 'hand-over' || step?.do === 'stay') {
      // Those that wait for it are worked on as well.
      for (const ref of await goOver(this.#deps, { view, position, context }, step)) this.#deps.schedule(ref);
      return { outcome: 'again', isEvaluated: true, reached };
    }
    const outcome = step ? await this.#take(found, step) : 'quiet';
    return { outcome, isEvaluated: true, reached: step?.do === 'note-facts' ? withoutSeen(reached) : reached };
  }

  async #take({ view, position }: BlockPosition, step: OrderStep): Promise<Outcome> {
    const key = await this.#deps.keys.byId(view.block.userId, position.keyId);
    if (!key || !this.#deps.markets.isOn(view.block.market)) return 'later';
    const outcome = await this.#deps.steps.take({ view, position, key }, step);
    if (outcome === 'waits') return 'soon';
    return outcome === 'done' ? 'again' : 'later';
  }

  /** Trades that the stream did not bring. Nothing is decided without them: what they sold would be sold again. */
  async #completeFills(short: PositionView['orders']): Promise<'again' | 'later'> {
    let found = false;
    for (const { row } of short) found = (await this.#deps.lookup.readFills(row)) || found;
    return found ? 'again' : 'later';
  }

  /** True if an external change was detected. */
  async #noteState(found: BlockPosition): Promise<boolean> {
    const { position, view } = found;
    const from = position.row.state as BlockState;
    const to = currentState(found);
    const isMeddled = !position.interference && position.row.endedAt === null && isMeddledWith(found);
    if (from === to && !isMeddled) return false;
    const { facts, clock, log } = this.#deps;
    const now = clock();
    const { userId, id: blockId } = view.block;
    const about = { userId, blockId, positionId: position.id, at: now };
    const moves = movesBetween(from, to);
    if (!moves) log.error({ blockId, from, to }, 'a position stands where no way leads');
    await facts.store.changePosition(position.row, {
      set: { state: to, ...(isMeddled ? { interference: 'order-cancelled' as const } : {}) },
      events: [
        ...(moves ?? []).map((details) => Object.assign({ kind: 'moved', details }, about)),
        ...(isMeddled ? [{ ...about, kind: 'interference', details: { kind: 'order-cancelled' } }] : []),
      ],
      now,
    });
    return isMeddled;
  }

  async #publishChange(found: BlockPosition): Promise<void> {
    const { view, position } = found;
    const print = fingerprintOf(found);
    if (this.#published.get(position.id) === print) return;
    if (position.row.endedAt === null) this.#published.set(position.id, print);
    else {
      this.#published.delete(position.id);
      await this.#noteState(found);
    }
    this.#deps.publish(view, position, currentState(found));
  }
}
