import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Execution } from '../../matching/model/execution.ts';
import type { OrderSide } from '../../matching/model/order.ts';
import type { Pair } from '../../matching/model/pair.ts';
import { OrderRefusal } from '../../matching/model/refusal.ts';
import {
  type BasketContext,
  type BasketFacts,
  type BasketOrder,
  type BasketStep,
  basketNow,
  givenWorth,
  type GivenAsset,
  heldOf,
  startMix,
} from '../../strategies/basket/basket-facts.ts';
import { type BasketRules, basketStep } from '../../strategies/basket/basket-step.ts';
import { basketStopMet, type BasketStops } from '../../strategies/basket/basket-stop.ts';
import { totalOf } from '../../strategies/basket/rebalance.ts';
import type { BasketSettings } from '../../strategies/basket/when-due.ts';
import type { PlacedOrder } from '../../strategies/rounds/run-facts.ts';
import type { StopReason } from '../../strategies/rounds/stop-conditions.ts';
import { draftOf, movedBy, STATES } from '../memory-orders.ts';
import type { Halted } from '../replayed-run.ts';
import { BasketFloor, type BasketTerms } from './basket-floor.ts';

export interface MemoryBasketSettings extends BasketTerms {
  /** B-2. */
  when: BasketSettings;
  /** The counter currency first, with prices of the start. */
  assets: readonly GivenAsset[];
  /** Of the assets after the first one, in their order. */
  pairs: readonly Pair[];
  stop: BasketStops;
  /** What becomes of the coins where it stops. */
  endings: Readonly<Record<'loss' | 'at', 'keep' | 'sell'>>;
}

/** A fill, with what it brought in and took. */
export interface BasketFill {
  /** UTC epoch ms. */
  time: number;
  /** Its rebalancing, from 1; 0 for sales at the stop. */
  turn: number;
  asset: string;
  side: OrderSide;
  price: Big;
  quantity: Big;
  base: Big;
  counter: Big;
}

/** What a look at its prices sees. */
interface Seen {
  /** UTC epoch ms. */
  time: number;
  /** Last prices, in the order of the pairs. */
  prices: readonly Big[];
  /** Base units of the bars that they are from. */
  volumes: readonly Big[];
}

/** More passes in a row are a mistake of ours. */
const MOST_PASSES = 100;

/** X-1, B-1: a basket in memory: its own next step against the paper exchange's own matching. */
export class MemoryBasket {
  readonly #settings: MemoryBasketSettings;
  readonly #floor: BasketFloor;
  readonly #rules: BasketRules;
  readonly #byName = new Map<string, BasketOrder>();
  readonly fills: BasketFill[] = [];
  /** Rebalancings so far. */
  turns = 0;
  stopped: { reason: StopReason; time: number } | null = null;
  halted: Halted | null = null;
  #facts: BasketFacts;
  #volumes: readonly Big[];
  #placed = 0;
  /** When it works on although no minute has closed, UTC epoch ms. */
  #again: number | null = null;
  /** B-5: what it held after its first rebalancing. */
  readonly mix: ReadonlyMap<number, Big>;

  /** It begins at once, at the prices of its assets; `volumes` are those of their bars, left out where they do not bound it. */
  constructor(settings: MemoryBasketSettings, now: number, volumes: readonly Big[] = []) {
    const { assets, pairs, when } = settings;
    this.#settings = settings;
    this.#volumes = volumes;
    this.#rules = { ...when, startedAt: now };
    const given = new Map(assets.map((asset) => [asset.name, asset.given]));
    const prices = assets.slice(1).map(({ startPrice }) => startPrice);
    this.#floor = new BasketFloor(settings, { pairs, prices, given, now }, (each) => this.#executed(each));
    this.#facts = { state: 'starting', isHalted: false, ending: null, assets, orders: [], turns: [] };
    this.#advance(false);
    this.mix = startMix(this.#facts);
  }

  get state(): BasketFacts['state'] {
    return this.#facts.state;
  }

  /** When it was rebalanced last, or began, UTC epoch ms. */
  get rebalancedAt(): number {
    return this.#facts.turns.at(-1)?.at ?? this.#rules.startedAt;
  }

  /** What it owns of its assets, in their order. */
  get owned(): Big[] {
    const { assets, orders } = this.#facts;
    return assets.map((asset) => heldOf(asset, orders));
  }

  /** What it was given, at the prices of its start, counter units. */
  get given(): Big {
    return givenWorth(this.#settings.assets);
  }

  /** At last prices, counter units. */
  get worth(): Big {
    const basket = basketNow(this.#facts, this.#context(false));
    return basket ? totalOf(basket) : ZERO;
  }

  /** B-2: a minute has closed. */
  look({ time, prices, volumes }: Seen): void {
    this.#volumes = volumes;
    this.#wake(time);
    this.#floor.trade(time, prices);
    this.#stop();
    this.#advance(true);
  }

  /** Sales of an ending that are tried again meanwhile, at the prices of before. */
  #wake(time: number): void {
    while (this.state === 'stopping' && this.#again !== null && this.#again < time) {
      this.#floor.now = this.#again;
      this.#advance(false);
    }
  }

  /** B-6. */
  #stop(): void {
    const { stop, endings } = this.#settings;
    if (this.state !== 'running') return;
    const { given, worth } = this;
    const reason = basketStopMet(stop, { books: { given, total: worth.minus(given) }, now: this.#floor.now });
    if (!reason) return;
    this.stopped = { reason, time: this.#floor.now };
    this.#facts = { ...this.#facts, state: 'stopping', ending: endings[reason] };
  }

  #context(isLook: boolean): BasketContext {
    const { pairs, fee } = this.#settings;
    const { now, prices } = this.#floor;
    const known = pairs.map(({ tick, step, minQty: minQuantity, minNotional, marketMaxQty: marketMost }, at) => {
      const market = { last: prices[at] ?? null, tick, step, minQuantity, minNotional, marketMost };
      return [at + 1, { ...market, status: 'trading' as const }] as const;
    });
    return { mayOrder: true, now, isLook, fee, pairs: new Map(known), free: null };
  }

  /** As the engine does it: until nothing is left to do now. */
  #advance(isLook: boolean): void {
    let isFirst = isLook;
    for (let passes = 0; passes < MOST_PASSES; passes += 1) {
      const { steps, again } = basketStep(this.#rules, this.#facts, this.#context(isFirst));
      isFirst = false;
      this.#again = again;
      if (steps.length === 0) return this.#compact();
      for (const step of steps) this.#do(step);
    }
    throw new Error('It never came to rest.');
  }

  #do(step: BasketStep): void {
    const { now } = this.#floor;
    const { turns } = this.#facts;
    switch (step.do) {
      case 'place':
        return this.#place(step.order);
      case 'rebalance': {
        this.turns += 1;
        const turn = { turn: step.turn, at: now, sells: step.sells, buys: null, buysAt: null, doneAt: null };
        this.#facts = { ...this.#facts, turns: [...turns, turn] };
        return;
      }
      case 'buy':
        return this.#change(step.turn, { buys: step.buys, buysAt: now });
      case 'finish':
        return this.#change(step.turn, { doneAt: now });
      case 'move':
        this.#facts = { ...this.#facts, state: step.to };
        if (step.to === 'attention' || step.to === 'paused')
          this.halted = { text: step.reason ?? 'It waits for you.', time: now };
        return;
      default:
        throw new Error('Fills of a basket in memory are known at once.');
    }
  }

  #change(turn: number, change: Partial<BasketFacts['turns'][number]>): void {
    const turns = this.#facts.turns.map((each) => (each.turn === turn ? { ...each, ...change } : each));
    this.#facts = { ...this.#facts, turns };
  }

  #place(placed: PlacedOrder): void {
    const { level, turn, leg, attempt, side, type, price, quantity } = placed;
    const pair = this.#settings.pairs[level - 1];
    if (!pair || leg === 'start') throw new Error('A basket has no such order.');
    this.#placed += 1;
    const terms = { clientOrderId: `TD${this.#placed}`, level, turn, leg, attempt, side, price, quantity };
    const known = { reason: null, hasArrived: true, isBooked: true, updatedAt: this.#floor.now };
    const order: BasketOrder = { ...terms, ...known, state: 'sending', filledQuantity: ZERO, moves: new Map() };
    this.#put(order);
    try {
      this.#floor.place(draftOf(placed, { order, pair }), type === 'ioc' ? (this.#volumes[level - 1] ?? null) : null);
    } catch (error) {
      if (!(error instanceof OrderRefusal)) throw error;
      this.#put({ ...order, state: 'rejected', reason: error.reason });
    }
  }

  #put(order: BasketOrder): void {
    this.#byName.set(order.clientOrderId, order);
    const others = this.#facts.orders.filter(({ clientOrderId }) => clientOrderId !== order.clientOrderId);
    this.#facts = { ...this.#facts, orders: [...others, order] };
  }

  #executed({ kind, order: of, fill }: Execution): void {
    const order = this.#byName.get(of.clientOrderId);
    if (!order) return;
    const moves = new Map(order.moves);
    if (kind === 'TRADE' && fill) {
      const moved = movedBy(fill);
      const { base: asset, quote } = of.pair;
      moves.set(asset, (moves.get(asset) ?? ZERO).plus(moved.base));
      moves.set(quote, (moves.get(quote) ?? ZERO).plus(moved.counter));
      const { price, qty: quantity } = fill;
      this.fills.push({ time: this.#floor.now, turn: order.turn, asset, side: of.side, price, quantity, ...moved });
    }
    const known = { state: STATES[of.status], filledQuantity: of.executedQty, updatedAt: this.#floor.now };
    this.#put({ ...order, ...known, moves });
  }

  /** What is behind its last rebalancing is folded into what it was given, so that a step costs the same however long it runs. */
  #compact(): void {
    const { assets, orders, turns } = this.#facts;
    const last = turns.at(-1)?.turn ?? 0;
    if (turns.length < 2) return;
    const gone = orders.filter(({ turn }) => turn > 0 && turn < last);
    for (const { clientOrderId } of gone) this.#byName.delete(clientOrderId);
    this.#facts = {
      ...this.#facts,
      assets: assets.map((asset) => Object.assign({}, asset, { given: heldOf(asset, gone) })),
      orders: orders.filter(({ turn }) => turn === 0 || turn === last),
      turns: turns.filter(({ turn }) => turn === last),
    };
  }
}
