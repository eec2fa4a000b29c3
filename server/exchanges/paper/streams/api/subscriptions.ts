import { refusal } from '../../binance-error.ts';
import type { ExchangeCore } from '../../exchange-core.ts';
import type { Parameters } from '../../rest/parameters.ts';

const MAX_ACTIVE = 1000;
const MAX_EVER = 65_535;

interface Subscription {
  apiKey: string;
  stop: () => void;
}

/** The user data streams of one socket, any number of accounts on it. */
export class Subscriptions {
  readonly #core: ExchangeCore;
  readonly #emit: (event: { subscriptionId: number; event: object }) => void;
  readonly #active = new Map<number, Subscription>();
  #nextId = 0;

  constructor(core: ExchangeCore, emit: (event: { subscriptionId: number; event: object }) => void) {
    this.#core = core;
    this.#emit = emit;
  }

  get isActive(): boolean {
    return this.#active.size > 0;
  }

  start(apiKey: string): { subscriptionId: number } {
    const active = [...this.#active.values()];
    if (active.some((each) => each.apiKey === apiKey)) {
      throw refusal(-2035, 'User Data Stream subscription already active.');
    }
    if (active.length >= MAX_ACTIVE || this.#nextId >= MAX_EVER) {
      throw refusal(-2042, 'Maximum subscription ID reached for this connection.');
    }
    const subscriptionId = this.#nextId;
    this.#nextId += 1;
    const stop = this.#core.onUserEvent(apiKey, (event) => this.#emit({ subscriptionId, event }));
    this.#active.set(subscriptionId, { apiKey, stop });
    return { subscriptionId };
  }

  list(): { subscriptionId: number }[] {
    return [...this.#active.keys()].map((subscriptionId) => ({ subscriptionId }));
  }

  /** The named one, or all of them. */
  end(parameters: Parameters): object {
    const named = parameters.get('subscriptionId');
    if (named === undefined) for (const id of this.#active.keys()) this.#end(id);
    else if (!this.#end(Number(named))) throw refusal(-2036, 'User Data Stream subscription not active.');
    return {};
  }

  stop(): void {
    for (const { stop } of this.#active.values()) stop();
    this.#active.clear();
  }

  #end(subscriptionId: number): boolean {
    const subscription = this.#active.get(subscriptionId);
    if (!subscription) return false;
    subscription.stop();
    this.#active.delete(subscriptionId);
    this.#emit({ subscriptionId, event: { e: 'eventStreamTerminated', E: this.#core.now() } });
    return true;
  }
}
