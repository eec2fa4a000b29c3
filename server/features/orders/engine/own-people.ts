import { type IsOwn, ownsAll } from '../../../runtime/leases/partition.ts';
import type { EngineContext } from '../orders.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import { storedWatches } from '../store/stored-watches.store.ts';
import { watchOf } from './watched-levels.ts';

/** The people that this engine works for, and what of theirs is not finished. */
export class OwnPeople {
  readonly #deps: Pick<EngineContext, 'db' | 'clock' | 'keys' | 'facts'>;
  #isOwn: IsOwn = ownsAll;

  constructor(deps: Pick<EngineContext, 'db' | 'clock' | 'keys' | 'facts'>) {
    this.#deps = deps;
  }

  has(userId: string): boolean {
    return this.#isOwn(userId);
  }

  /** From now on it is these. */
  become(isOwn: IsOwn): void {
    this.#isOwn = isOwn;
    this.#deps.keys.balances.divide(isOwn);
  }

  /** Their live orders. */
  async live(isOwn = this.#isOwn): Promise<OrderRow[]> {
    return (await this.#deps.facts.store.live()).filter(({ userId }) => isOwn(userId));
  }

  /** Live orders of those that it does not work for yet. */
  liveOfGained(isOwn: IsOwn): Promise<OrderRow[]> {
    const before = this.#isOwn;
    return this.live((userId) => isOwn(userId) && !before(userId));
  }

  /** Blocks whose next look is due. */
  async due(): Promise<BlockRef[]> {
    return this.#own(await this.#deps.facts.store.due(this.#deps.clock()));
  }

  /** Blocks that some process holds. */
  async held(): Promise<BlockRef[]> {
    return this.#own(await this.#deps.facts.store.held());
  }

  async open(): Promise<BlockRef[]> {
    return this.#own(await this.#deps.facts.store.open());
  }

  /** The prices that are watched for them. */
  async watches() {
    return (await storedWatches(this.#deps.db)).filter(({ ref }) => this.has(ref.userId)).map(watchOf);
  }

  #own(blocks: readonly BlockRef[]): BlockRef[] {
    return blocks.filter(({ userId }) => this.has(userId));
  }
}
