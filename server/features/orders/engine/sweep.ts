import { setTimeout as sleep } from 'node:timers/promises';
import type { accountWatch } from '../../keys/index.ts';
import type { ExternalChanges } from '../external/external-changes.ts';
import type { OutsideDeals } from '../external/external-deals.ts';
import type { EngineContext } from '../orders.ts';
import type { OrderRow } from '../store/block-view.store.ts';
import type { BlockWorker } from './block-worker.ts';
import type { LoggedWork } from './logged-work.ts';
import type { OrderComparison } from './order-comparison.ts';
import type { OutsideKeys } from './outside-keys.ts';
import type { OwnPeople } from './own-people.ts';

/** How soon an exchange that could not be asked is asked again. */
const COMPARE_AGAIN = 1000;
const COMPARING_FAILED = 'comparing orders with the exchange failed';

interface SweepContext extends Pick<EngineContext, 'free' | 'inFlight'> {
  own: OwnPeople;
  comparison: OrderComparison;
  worker: BlockWorker;
  accounts: ReturnType<typeof accountWatch>;
  outside: OutsideDeals;
  outsideKeys: OutsideKeys;
  external: ExternalChanges;
  work: LoggedWork;
  signal: AbortSignal;
}

/** M-07, M-08, M-22: on start, and each minute, everything that is not finished is compared with the exchange. */
export class Sweep {
  readonly #deps: SweepContext;
  #latest: Promise<void> = Promise.resolve();

  constructor(deps: SweepContext) {
    this.#deps = deps;
  }

  /** Resolves when it has ended, also where it failed. */
  now(): Promise<void> {
    this.#latest = this.#deps.work.safely(this.#all(), COMPARING_FAILED);
    return this.#latest;
  }

  /** The latest one has ended. */
  ended(): Promise<void> {
    return this.#latest;
  }

  /** Resolves when there are no keys from before the start that could not be compared; those are asked about again. */
  async untilWhole(): Promise<void> {
    const whole = Promise.withResolvers<void>();
    this.#deps.work.inBackground(this.#keepComparing(whole.resolve), COMPARING_FAILED);
    await whole.promise;
  }

  async #keepComparing(onWhole: () => void): Promise<void> {
    const { comparison, own, work, signal } = this.#deps;
    const rest = async () => comparison.rest(await own.live());
    while (!signal.aborted) {
      if (comparison.isWhole) onWhole();
      await sleep(COMPARE_AGAIN, undefined, { signal }).catch(() => {});
      if (signal.aborted || !comparison.hasRest) continue;
      await work.safely(rest(), COMPARING_FAILED);
    }
    onWhole();
  }

  async #all(): Promise<void> {
    const live = await this.#deps.own.live();
    // Orders wait for the comparison: what else is followed is found meanwhile.
    await Promise.all([this.#compareAll(live), this.#followAll(live)]);
  }

  async #compareAll(live: readonly OrderRow[]): Promise<void> {
    const { comparison, work } = this.#deps;
    await comparison.all(live);
    work.inBackground(this.#lookAtAll(), 'looking at open blocks failed');
  }

  async #lookAtAll(): Promise<void> {
    const { own, worker } = this.#deps;
    await worker.lookAt(await own.open());
  }

  /** Opens the streams of all keys that are followed, and closes all others. */
  async #followAll(live: readonly OrderRow[]): Promise<void> {
    const { accounts, external, free, inFlight, outside, outsideKeys, work } = this.#deps;
    await outsideKeys.watchAll();
    await external.look();
    const others = [...inFlight.keyIds(), ...outside.keyIds(), ...external.keyIds()];
    const busy = new Set([...live.map(({ keyId }) => keyId), ...others]);
    accounts.keepOnly(busy);
    free.keepOnly(busy);
    work.inBackground(external.compareAll(), 'comparing balances with open positions failed');
  }
}
