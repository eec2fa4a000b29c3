import { setTimeout as sleep } from 'node:timers/promises';
import { MinuteLook } from '../../../runtime/jobs/minute-look.ts';
import type { accountWatch } from '../../keys/index.ts';
import type { ExternalChanges } from '../external/external-changes.ts';
import type { OutsideDeals } from '../external/external-deals.ts';
import type { EngineContext } from '../orders.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
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

type LookAt = (open: readonly BlockRef[]) => Promise<void>;

/** M-07, M-08, M-22: on start, and each minute, everything that is not finished is compared with the exchange. */
export class Sweep {
  readonly #deps: SweepContext;
  readonly #minuteLook: MinuteLook<BlockRef>;
  #latest: Promise<void> = Promise.resolve();

  constructor(deps: SweepContext) {
    this.#deps = deps;
    const { own, worker } = deps;
    this.#minuteLook = new MinuteLook({
      lookAt: (ref) => worker.lookAtOne(ref),
      isOwn: (userId) => own.has(userId),
    });
  }

  /** All at once; resolves when it has ended, also where it failed. */
  now(): Promise<void> {
    return this.#begin((open) => this.#deps.worker.lookAt(open));
  }

  /** That of a minute finds what was missed: open blocks are looked at over most of it. */
  ofMinute(): Promise<void> {
    return this.#begin((open) => this.#minuteLook.take(open));
  }

  /** Resolves when the latest one has ended. */
  stop(): Promise<void> {
    this.#minuteLook.stop();
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

  #begin(lookAt: LookAt): Promise<void> {
    this.#latest = this.#deps.work.safely(this.#all(lookAt), COMPARING_FAILED);
    return this.#latest;
  }

  async #all(lookAt: LookAt): Promise<void> {
    const live = await this.#deps.own.live();
    // Orders wait for the comparison: what else is followed is found meanwhile.
    await Promise.all([this.#compareAll(live, lookAt), this.#followAll(live)]);
  }

  async #compareAll(live: readonly OrderRow[], lookAt: LookAt): Promise<void> {
    const { comparison, own, work } = this.#deps;
    await comparison.all(live);
    work.inBackground(own.open().then(lookAt), 'looking at open blocks failed');
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
