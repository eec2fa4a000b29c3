import type { BlockState } from '#contracts/rules/block-state.ts';
import { exitPrice } from '../../../domain/position/exits.ts';
import { entryOf, shortOf } from '../../../domain/position/books.ts';
import { nextStep } from '../../../domain/next-step.ts';
import { type ExitPlan, planExits } from '../../../domain/exits/plan-exits.ts';
import type { MarketContext } from '../../../domain/position/position.ts';
import { movesBetween, stateOf } from '../../../domain/position/state.ts';
import type { OrderContext } from '../orders.ts';
import { intentOf } from '../intent.ts';
import { type BlockRef, type BlockView, type PositionView, readPosition } from '../store/block-view.store.ts';
import type { OrderFacts } from '../sending/order-facts.ts';
import type { OrderLookup } from '../sending/order-lookup.ts';
import type { Level, PriceWatch } from './price-watch.ts';
import { ProtectionWatch } from './protection-watch.ts';
import type { StepTaker } from '../sending/take-step.ts';

/** More than any position needs; a rule that never settles must not spin. */
const MOST_STEPS = 20;

export interface PositionDeps extends OrderContext {
  facts: OrderFacts;
  lookup: OrderLookup;
  steps: StepTaker;
  prices: PriceWatch;
  /** Tells the person's pages how a position stands now. */
  publish: (view: BlockView, position: PositionView, state: BlockState) => void;
}

/** A position as it stands, in its block. */
export interface Found {
  view: BlockView;
  position: PositionView;
}

/** When a position is looked at again: each second, after a while, or only when something new is known. */
export type Again = 'watched' | 'later' | 'with-news';

const isAtWork = (found: Found | null): found is Found => found?.position.row.endedAt === null;

const currentState = ({ view, position }: Found): BlockState =>
  stateOf(position, intentOf(view, position), position.row.endReason);

/** An order that ended without our asking, while something stands open. */
const isMeddledWith = ({ position }: Found): boolean =>
  (entryOf(position)?.filledQuantity.gt(0) ?? false) &&
  position.orders.some(({ state, cancelAsked }) => state === 'cancelled' && !cancelAsked);

/** While an answer is out, what was traded meanwhile is kept for the look after it. */
const isUnsure = ({ position }: Found): boolean =>
  position.orders.some(({ state }) => state === 'sending' || state === 'unknown');

const watchedOf = ({ view, position }: Found) => {
  const { userId, id: blockId, market, symbol } = view.block;
  return { ref: { userId, blockId }, positionId: position.id, market, symbol };
};

const isHolding = ({ position }: Found): boolean => position.orders.some(({ filledQuantity }) => filledQuantity.gt(0));

/** When what is held is to be looked at again, as far as its protection asks for it. */
function againOf({ view, position }: Found, { protection: { label, fault }, leftOver }: ExitPlan): Again {
  const isClosing = intentOf(view, position).ending === 'close' && leftOver && !position.interference;
  if (isClosing) return 'watched';
  if (label === 'exchange' || label === 'none') return 'with-news';
  if (fault === 'too-small' || fault === 'halted') return 'later';
  if (fault === 'in-doubt') return 'later';
  // Until its owner was told, and then until they decide.
  if (fault === 'undecided') return position.row.unprotectedSince === null ? 'later' : 'with-news';
  return 'watched';
}

/** The prices at which this server acts by itself. */
function levelsOf({ view, position }: Found, plan: ExitPlan): Level[] {
  const intent = intentOf(view, position);
  const isBuy = position.section === 'buy';
  return plan.watched.flatMap((target): Level[] => {
    const price = exitPrice(intent, target);
    return price ? [{ price, above: isBuy === (target === 'take-profit') }] : [];
  });
}

/** What a page can see of a position: told again only when it has changed. */
const fingerprintOf = ({ view, position }: Found): string =>
  JSON.stringify([
    currentState({ view, position }),
    position.interference,
    position.row.reason,
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

  /** Until nothing is left to do. `seen` is how it was found just now. */
  async settle(ref: BlockRef, id: string, of: { signal: AbortSignal; seen: Found | null }): Promise<Again> {
    const find = () => readPosition(this.#deps.db, ref, id);
    let found = of.seen ?? (await find());
    const traded = this.#tradedSince(found);
    let outcome: 'again' | 'quiet' | 'later' = 'again';
    for (
      let count = 0;
      isAtWork(found) && outcome === 'again' && count < MOST_STEPS && !of.signal.aborted;
      count += 1
    ) {
      outcome = await this.#oneStep(found, traded);
      if (outcome !== 'quiet') found = await find();
      if (found) await this.#publishChange(found);
    }
    if (!found) return 'with-news';
    const again = await this.#lookAfter(found);
    return again === 'with-news' && isAtWork(found) && outcome !== 'quiet' ? 'later' : again;
  }

  #tradedSince(found: Found | null): MarketContext['traded'] {
    return found && !isUnsure(found) ? this.#deps.prices.take(found.position.id) : null;
  }

  /** Notes how a position is protected and which prices this server watches for it. */
  async #lookAfter(found: Found): Promise<Again> {
    const { view, position } = found;
    const marketContext = isAtWork(found) ? await this.#around(found) : null;
    const plan = marketContext && planExits(position, intentOf(view, position), marketContext);
    await this.#protection.look({ view, position, protection: plan?.protection ?? null });
    if (!plan || !isHolding(found) || plan.watched.length === 0) this.#deps.prices.forget(position.id);
    else this.#deps.prices.watch({ ...watchedOf(found), levels: levelsOf(found, plan) });
    return plan && isHolding(found) ? againOf(found, plan) : 'with-news';
  }

  #around({ view, position }: Found) {
    const { userId, market, symbol } = view.block;
    // Before anything is traded there is nothing to sell again, so nothing depends on the fee.
    const needsFee = position.orders.some(({ filledQuantity }) => filledQuantity.gt(0));
    return this.#deps.marketContext.of({ userId, keyId: position.keyId, market, symbol }, { needsFee });
  }

  async #oneStep(found: Found, traded: MarketContext['traded']): Promise<'again' | 'quiet' | 'later'> {
    const short = shortOf(found.position);
    if (short.length > 0) return this.#completeFills(short);
    const context = await this.#around(found);
    if (!context) return 'later';
    // Found out just now: what comes next is its owner's to say.
    if (await this.#noteState(found)) return 'again';
    const { view, position } = found;
    const step = nextStep(position, intentOf(view, position), { ...context, traded });
    if (!step) return 'quiet';
    const key = await this.#deps.keys.byId(view.block.userId, position.keyId);
    if (!key || !this.#deps.markets.isOn(view.block.market)) return 'later';
    const outcome = await this.#deps.steps.take({ view, position, key }, step);
    return outcome === 'done' ? 'again' : 'later';
  }

  /** Trades that the stream did not bring. Nothing is decided without them: what they sold would be sold again. */
  async #completeFills(short: PositionView['orders']): Promise<'again' | 'later'> {
    let found = false;
    for (const { row } of short) found = (await this.#deps.lookup.readFills(row)) || found;
    return found ? 'again' : 'later';
  }

  /** True when it shows that somebody else has had a hand in it. */
  async #noteState(found: Found): Promise<boolean> {
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

  async #publishChange(found: Found): Promise<void> {
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
