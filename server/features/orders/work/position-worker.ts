import type { BlockState } from '#contracts/order-block.ts';
import { entryOf } from '../life/fold.ts';
import { nextStep } from '../life/next-step.ts';
import { planExits } from '../life/plan-exits.ts';
import type { OrderFact } from '../life/position.ts';
import { movesBetween, stateOf } from '../life/state.ts';
import type { OrderNeeds } from '../needs.ts';
import { type BlockRef, type BlockView, type PositionView, readView, wishOf } from '../store/block-view.store.ts';
import type { Surroundings } from './around.ts';
import type { OrderFacts } from './order-facts.ts';
import type { OrderLookup } from './order-lookup.ts';
import type { StepTaker } from './take-step.ts';

/** More than any position needs; a rule that never settles must not spin. */
const MOST_STEPS = 20;

export interface PositionParts extends OrderNeeds {
  facts: OrderFacts;
  lookup: OrderLookup;
  around: Surroundings;
  steps: StepTaker;
  /** Tells the person's pages how a position stands now. */
  tell: (view: BlockView, position: PositionView, state: BlockState) => void;
}

interface Found {
  view: BlockView;
  position: PositionView;
}

const currentState = ({ view, position }: Found): BlockState =>
  stateOf(position, wishOf(view, position), position.row.endReason);

/** An order that ended without our asking, while something stands open. */
const isMeddledWith = ({ position }: Found): boolean =>
  (entryOf(position)?.filledQuantity.gt(0) ?? false) &&
  position.orders.some(({ state, cancelAsked }) => state === 'cancelled' && !cancelAsked);

/** An order that has traded more than the trades that are known of it. */
const isShort = ({ id, filledQuantity }: OrderFact, { fills }: PositionView): boolean =>
  fills
    .filter(({ orderId }) => orderId === id)
    .reduce((missing, fill) => missing.minus(fill.quantity), filledQuantity)
    .gt(0);

/** What a page can see of a position: told again only when it has changed. */
const printOf = ({ view, position }: Found): string =>
  JSON.stringify([
    currentState({ view, position }),
    position.interference,
    position.row.reason,
    view.wish,
    position.orders.map(({ id, state, filledQuantity }) => [id, state, filledQuantity]),
  ]);

/** Works on one position of a block, step by step, each decided by what is known then. */
export class PositionWorker {
  readonly #parts: PositionParts;
  readonly #told = new Map<string, string>();

  constructor(parts: PositionParts) {
    this.#parts = parts;
  }

  /** Until nothing is left to do; true when it is to be looked at again after a while. */
  async settle(ref: BlockRef, id: string, signal: AbortSignal): Promise<boolean> {
    for (let count = 0; count < MOST_STEPS && !signal.aborted; count += 1) {
      const outcome = await this.#oneStep(ref, id);
      await this.#tellChange(ref, id);
      if (outcome !== 'again') return outcome === 'later';
    }
    return true;
  }

  /** Whether this server has to keep an eye on a position by itself. */
  async isWatched(view: BlockView, position: PositionView): Promise<boolean> {
    if (position.row.endedAt !== null || position.interference) return false;
    const scene = await this.#around({ view, position });
    const holds = position.orders.some(({ filledQuantity }) => filledQuantity.gt(0));
    if (scene === null || !holds) return false;
    const { protection, leftOver } = planExits(position, wishOf(view, position), scene);
    return protection === 'server' || (view.wish.ending === 'close' && leftOver);
  }

  #around({ view, position }: Found) {
    const { userId, market, symbol } = view.block;
    return this.#parts.around.of({ userId, keyId: position.keyId, market, symbol });
  }

  async #find(ref: BlockRef, id: string): Promise<Found | null> {
    const view = await readView(this.#parts.db, ref);
    const position = view?.positions.find((each) => each.id === id);
    return view && position ? { view, position } : null;
  }

  async #oneStep(ref: BlockRef, id: string): Promise<'again' | 'quiet' | 'later'> {
    const found = await this.#find(ref, id);
    if (!found || found.position.row.endedAt !== null) return 'quiet';
    const short = found.position.orders.filter((order) => isShort(order, found.position));
    if (short.length > 0) return this.#completeFills(short);
    const scene = await this.#around(found);
    if (!scene) return 'later';
    // Found out just now: what comes next is its owner's to say.
    if (await this.#noteState(found)) return 'again';
    const { view, position } = found;
    const step = nextStep(position, wishOf(view, position), scene);
    if (!step) return 'quiet';
    const key = await this.#parts.keys.byId(ref.userId, position.keyId);
    if (!key || !this.#parts.markets.isOn(view.block.market)) return 'later';
    const outcome = await this.#parts.steps.take({ view, position, key }, step);
    return outcome === 'done' ? 'again' : 'later';
  }

  /** Trades that the stream did not bring. Nothing is decided without them: what they sold would be sold again. */
  async #completeFills(short: PositionView['orders']): Promise<'again' | 'later'> {
    let found = false;
    for (const { row } of short) found = (await this.#parts.lookup.readFills(row)) || found;
    return found ? 'again' : 'later';
  }

  /** True when it shows that somebody else has had a hand in it. */
  async #noteState(found: Found): Promise<boolean> {
    const { position, view } = found;
    const from = position.row.state as BlockState;
    const to = currentState(found);
    const isMeddled = !position.interference && position.row.endedAt === null && isMeddledWith(found);
    if (from === to && !isMeddled) return false;
    const { facts, clock, log } = this.#parts;
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

  async #tellChange(ref: BlockRef, id: string): Promise<void> {
    const found = await this.#find(ref, id);
    if (!found) return;
    const print = printOf(found);
    if (this.#told.get(id) === print) return;
    if (found.position.row.endedAt === null) this.#told.set(id, print);
    else {
      this.#told.delete(id);
      await this.#noteState(found);
    }
    this.#parts.tell(found.view, found.position, currentState(found));
  }
}
