import { LEAST_DRIFT, PAUSE } from '../../strategies/basket/when-due.ts';
import { SPARE } from '../../strategies/basket/rebalance.ts';
import type { MemoryBasket, MemoryBasketSettings } from './memory-basket.ts';

/** By which a part or a worth in doubles may differ from the decimals. */
const NEAR = 1e-9;

/** Of one asset after the counter currency. */
interface Part {
  target: number;
  /** Least difference that is worth an order, counter units. */
  least: number;
  step: number;
}

/** whether a look at a basket may change anything, in doubles: the decimals decide. */
export class QuietBasket {
  readonly #run: MemoryBasket;
  readonly #parts: readonly Part[];
  readonly #counterTarget: number;
  readonly #threshold: number;
  readonly #every: number;
  readonly #loss: number;
  readonly #at: number;
  readonly #given: number;
  #state: MemoryBasket['state'] = 'starting';
  #last = 0;
  #money = 0;
  readonly #held: Float64Array;

  constructor(run: MemoryBasket, { when, assets: [counter, ...assets], pairs, stop }: MemoryBasketSettings) {
    this.#run = run;
    this.#parts = assets.map(({ target }, at) => ({
      target: Number(target),
      least: Number(pairs[at]?.minNotional ?? 0) * Number(SPARE) * (1 - NEAR),
      step: Number(pairs[at]?.step ?? 0),
    }));
    this.#counterTarget = Number(counter?.target ?? 0);
    this.#threshold = when.threshold ? Number(when.threshold) : Infinity;
    this.#every = when.every ?? Infinity;
    this.#loss = stop.loss ? Number(stop.loss) : Infinity;
    this.#at = stop.at ?? Infinity;
    this.#given = Number(run.given);
    this.#held = new Float64Array(assets.length);
    this.update();
  }

  /** After it has done something. */
  update(): void {
    const [money, ...held] = this.#run.owned.map(Number);
    this.#money = money ?? 0;
    this.#held.set(held);
    this.#state = this.#run.state;
    this.#last = this.#run.rebalancedAt;
  }

  /** At these prices, counter units. */
  worth(prices: Float64Array): number {
    let worth = this.#money;
    for (let at = 0; at < prices.length; at += 1) worth += (this.#held[at] ?? 0) * (prices[at] ?? 0);
    return worth;
  }

  get hasCoins(): boolean {
    return this.#held.some((held, at) => held >= (this.#parts[at]?.step ?? 0));
  }

  /** `prices` are those of a minute's close. */
  mayAct(prices: Float64Array, now: number): boolean {
    if (this.#state !== 'running') return this.#state === 'stopping';
    const worth = this.worth(prices);
    if (now >= this.#at || (worth - this.#given) / this.#given <= NEAR - this.#loss) return true;
    const passed = now - this.#last;
    return passed >= PAUSE && worth > 0 && this.#isDue(prices, worth, passed >= this.#every);
  }

  /** B-2, B-4: some part is far enough from its target, and some difference is worth an order. */
  #isDue(prices: Float64Array, worth: number, isTime: boolean): boolean {
    let far = Math.abs(this.#money / worth - this.#counterTarget);
    let isWorthAnOrder = false;
    for (const [at, { target, least }] of this.#parts.entries()) {
      const own = (this.#held[at] ?? 0) * (prices[at] ?? 0);
      far = Math.max(far, Math.abs(own / worth - target));
      if (Math.abs(target * worth - own) >= least) isWorthAnOrder = true;
    }
    const enough = isTime ? Math.min(Number(LEAST_DRIFT), this.#threshold) : this.#threshold;
    return isWorthAnOrder && far >= enough - NEAR;
  }
}
