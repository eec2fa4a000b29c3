import { Refusal } from '../../../lib/errors.ts';
import type { HookDeps } from '../deps.ts';
import { callLimit } from '../door/call-limit.ts';
import { receive } from '../door/receive.ts';
import { sampleSignal } from '../door/sample.ts';
import { hooksStore } from '../hooks.store.ts';
import { type AlertCall, alertCallsStore } from './alert-calls.store.ts';

const LOOK_EVERY = 500;
const MOST = 100;

/**
 * K-12: a firing that calls a hook sends it a signal of its own, through the same door as any other. The signal's id is
 * the firing's, so that one that was sent and not settled is a repetition; its time is that of the crossing.
 */
export class AlertCaller {
  readonly #deps: HookDeps;
  readonly #limit: ReturnType<typeof callLimit>;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;

  constructor(deps: HookDeps) {
    this.#deps = deps;
    this.#limit = callLimit(deps);
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  look(): Promise<void> {
    this.#looking ??= this.#callAll()
      .catch((error: unknown) => this.#deps.log.error({ error }, 'hooks: what alerts call was not called'))
      .finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #callAll(): Promise<void> {
    const store = alertCallsStore(this.#deps.db);
    for (const call of await store.waiting(MOST)) {
      if (await this.#call(call)) await store.settle(call, this.#deps.clock());
    }
  }

  /** False where it is to be tried again. A verdict, whatever it says, is in the hook's log. */
  async #call({ userId, firingId, crossedAt, calls: { hookId, action, pair } }: AlertCall): Promise<boolean> {
    const hook = await hooksStore(this.#deps.db, userId).find(hookId);
    if (!hook) return true;
    const text = sampleSignal(hook, { id: firingId, action, pair }, crossedAt);
    const giveBack = await this.#limit.tryTake(userId);
    try {
      await receive(this.#deps, hook, { text, address: 'an alert', isOverLimit: giveBack === null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'unavailable') return true;
      // The next attempt counts anew.
      await giveBack?.();
      return false;
    }
    return true;
  }
}
