import type { Market } from '#contracts/symbol.ts';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { EngineContext } from '../orders.ts';
import type { ComparedKeysStore, KeyRef } from '../store/compared-keys.store.ts';
import { bookName } from '../store/external-name.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';

interface ComparisonContext extends Pick<
  EngineContext,
  'clock' | 'log' | 'keys' | 'markets' | 'facts' | 'lookup' | 'inFlight' | 'watch' | 'schedule' | 'isOwn'
> {
  comparedKeys: ComparedKeysStore;
}

/** One address asks for all of them: more at once would only wait for its budget. */
const KEYS_AT_ONCE = 8;

/** `limited`: not asked, or not answered, for want of request weight. */
type Comparison = 'compared' | 'refused' | 'limited' | 'unanswered';
const WORST = ['unanswered', 'limited', 'refused', 'compared'] as const satisfies readonly Comparison[];
const worstOf = (all: readonly Comparison[]): Comparison => WORST.find((each) => all.includes(each)) ?? 'compared';

/** Its answer was lost: it is looked up by itself, whatever key is compared first, and protects nothing until then. */
const isUnanswered = ({ state }: OrderRow): boolean => state === 'sending' || state === 'unknown';

const blocksOf = (orders: readonly OrderRow[]): Map<string, OrderRow> =>
  new Map(orders.map((order) => [order.blockId, order]));

/** What we have written down, compared with what the exchange has, key by key. */
export class OrderComparison {
  readonly #deps: ComparisonContext;
  /** Keys with orders from before the start that no answer has come for yet; null while they are not known. */
  #missing: Set<string> | null = new Set();
  /** Keys that could not be compared after that, and are asked about again soon. */
  readonly #again = new Set<string>();
  /** Keys of which everybody knows that they are not compared. */
  readonly #uncompared = new Set<string>();
  /** When each key was compared last, UTC epoch ms: where not all can be asked in a minute, each has its turn. */
  readonly #comparedAt = new Map<string, number>();
  /** Blocks whose next order waits for a key to be compared. */
  readonly #waiting = new Map<string, Map<string, BlockRef>>();
  /** What is written of keys, one after the other: the last word about a key stays. */
  #written: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(deps: ComparisonContext) {
    this.#deps = deps;
  }

  /** From here until it is known which keys have orders, none is compared. */
  begin(): void {
    this.#missing = null;
  }

  /** M-07: whether a key may take orders. A process without an engine leaves that to the one that has it. */
  isDone(keyId: string): boolean {
    return this.#missing !== null && !this.#missing.has(keyId);
  }

  /** Whether this block may have an order sent with a key: if not yet, the block is looked at as soon as it may. */
  admits(keyId: string, ref: BlockRef): boolean {
    if (this.isDone(keyId)) return true;
    const waiting = this.#waiting.get(keyId) ?? new Map<string, BlockRef>();
    this.#waiting.set(keyId, waiting.set(ref.blockId, ref));
    return false;
  }

  get isWhole(): boolean {
    return this.#missing?.size === 0;
  }

  /** Whether a key is to be asked about before the next sweep. */
  get hasRest(): boolean {
    return !this.isWhole || this.#again.size > 0;
  }

  /** These orders are this process's by now: their keys take no orders, and protect nothing, until they are compared. */
  async expect(gained: readonly OrderRow[]): Promise<void> {
    const keys = [...this.#byKey(gained).values()].flatMap(([order]) => order ?? []);
    this.#missing = new Set([...(this.#missing ?? []), ...keys.map(({ keyId }) => keyId)]);
    await this.#mark(keys, false);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Every key that has orders at work; one that does not answer holds up no other. */
  async all(live: readonly OrderRow[]): Promise<void> {
    await this.#these(live, () => true);
  }

  /** Those that could not be compared, of the same. */
  async rest(live: readonly OrderRow[]): Promise<void> {
    await this.#these(live, (keyId) => !this.isDone(keyId) || this.#again.has(keyId));
  }

  async #these(live: readonly OrderRow[], isMeant: (keyId: string) => boolean): Promise<void> {
    const byKey = this.#byKey(live);
    this.#missing ??= new Set(byKey.keys());
    for (const { clientOrderId } of this.#atRest(live).filter(isUnanswered)) this.#deps.lookup.start(clientOrderId);
    await this.#forgetOthers(byKey);
    const comparedAt = (keyId: string) => this.#comparedAt.get(keyId) ?? 0;
    const inOrder = [...byKey.keys()].toSorted((one, other) => comparedAt(one) - comparedAt(other));
    const left = new Set(inOrder.filter(isMeant));
    const inTurn = async (): Promise<void> => {
      for (let next = this.#mostUrgent(left); next !== null && !this.#stopped; next = this.#mostUrgent(left)) {
        left.delete(next);
        const isRoutine = this.isDone(next) && !this.#again.has(next);
        await this.ofKey(byKey.get(next) ?? [], { isRoutine });
      }
    };
    await Promise.all(Array.from({ length: KEYS_AT_ONCE }, inTurn));
  }

  /** Of keys that have nothing on the exchange, nothing is to be compared: asked again, as orders may have come since. */
  async #forgetOthers(byKey: ReadonlyMap<string, unknown>): Promise<void> {
    const { comparedKeys, facts, isOwn } = this.#deps;
    const isIdle = async (keyId: string) =>
      !byKey.has(keyId) && this.#atRest(await facts.store.liveOfKey(keyId)).length === 0;
    for (const keyId of this.#comparedAt.keys()) if (!byKey.has(keyId)) this.#comparedAt.delete(keyId);
    for (const keyId of this.#waiting.keys()) if (this.isDone(keyId)) this.#wake(keyId);
    for (const keyId of new Set([...(this.#missing ?? []), ...this.#again])) {
      if (!(await isIdle(keyId))) continue;
      for (const keyIds of [this.#missing, this.#again]) keyIds?.delete(keyId);
      this.#wake(keyId);
    }
    await this.#inOrder(async () => {
      const idle: KeyRef[] = [];
      for (const ref of await comparedKeys.uncompared())
        if (isOwn(ref.userId) && (await isIdle(ref.keyId))) idle.push(ref);
      await this.#write(idle, true);
    });
  }

  /** First the keys that an order waits for, then those that take no orders yet. */
  #mostUrgent(left: ReadonlySet<string>): string | null {
    for (const urgent of [this.#waiting.keys(), this.#missing ?? [], left])
      for (const keyId of urgent) if (left.has(keyId)) return keyId;
    return null;
  }

  #wake(keyId: string): void {
    const refs = this.#waiting.get(keyId);
    this.#waiting.delete(keyId);
    for (const ref of refs?.values() ?? []) this.#deps.schedule(ref);
  }

  /**
   * What one key has open, asked for once a pair; an order that is not among it is asked for by its id. After a `gap` in
   * the key's stream nothing is known of its orders until then. A `routine` takes nothing of what is kept for orders.
   */
  async ofKey(live: readonly OrderRow[], { isAfterGap = false, isRoutine = false } = {}): Promise<void> {
    const orders = this.#atRest(live);
    const [first] = orders;
    if (!first) return;
    const { keyId } = first;
    const comparison = await this.#compare(first, orders, isRoutine ? 'check' : undefined).catch(this.#failed);
    const isLeft = comparison === 'limited' || comparison === 'unanswered';
    if (isLeft) {
      // While its stream brings all news, a key that could not be asked for want of weight stays known.
      if (comparison === 'limited' && !isAfterGap) return;
      this.#again.add(keyId);
      await this.#mark([first], false);
      return;
    }
    this.#missing?.delete(keyId);
    this.#again.delete(keyId);
    this.#comparedAt.set(keyId, this.#deps.clock());
    this.#wake(keyId);
    // Of a key that the exchange refuses it is not known what rests.
    const isNews = await this.#mark([first], comparison === 'compared');
    if (isNews) this.#lookAtBlocks(orders);
  }

  #lookAtBlocks(orders: readonly OrderRow[]): void {
    for (const [blockId, { userId }] of blocksOf(orders)) this.#deps.schedule({ userId, blockId });
  }

  /** What fails here is asked about again, and keeps no other key waiting. */
  readonly #failed = (error: unknown): Comparison => {
    this.#deps.log.error({ error }, 'comparing the orders of a key failed');
    return 'unanswered';
  };

  /** True where that is news of any of them. */
  #mark(keys: readonly KeyRef[], isCompared: boolean): Promise<boolean> {
    return this.#inOrder(() => this.#write(keys, isCompared));
  }

  #inOrder<T>(write: () => Promise<T>): Promise<T> {
    const written = this.#written.then(write);
    // Its caller hears of a failure; the next one does not wait for it.
    this.#written = Promise.allSettled([written]);
    return written;
  }

  async #write(keys: readonly KeyRef[], isCompared: boolean): Promise<boolean> {
    const changed = keys.filter(({ keyId }) => this.#uncompared.has(keyId) === isCompared);
    await this.#deps.comparedKeys.set(isCompared ? keys : changed, isCompared);
    for (const { keyId } of changed)
      if (isCompared) this.#uncompared.delete(keyId);
      else this.#uncompared.add(keyId);
    return changed.length > 0;
  }

  async #compare(first: OrderRow, orders: readonly OrderRow[], purpose?: 'check'): Promise<Comparison> {
    const { keys, markets, watch } = this.#deps;
    const key = await keys.byId(first.userId, first.keyId);
    if (!key || !markets.isOn(first.market as Market)) return 'refused';
    watch(first.userId, key);
    const all: Comparison[] = [];
    for (const ofPair of Map.groupBy(orders, ({ symbol }) => symbol).values())
      all.push(await this.#ofPair(key, ofPair, purpose));
    return worstOf(all);
  }

  async #ofPair(key: OpenKey, orders: readonly OrderRow[], purpose?: 'check'): Promise<Comparison> {
    const { markets } = this.#deps;
    const [first] = orders;
    if (!first) return 'compared';
    const open = await markets.exchange(first.market as Market).openOrders(key.credentials, first.symbol, purpose);
    if (open.outcome === 'unknown') return 'unanswered';
    if (open.outcome === 'rejected') return open.retryAfter === undefined ? 'refused' : 'limited';
    const known = new Map<string, ExchangeOrder>();
    for (const order of open.value) known.set(bookName(key.keyId, order), order);
    let isWhole = true;
    for (const order of orders) {
      if (this.#stopped) return 'unanswered';
      isWhole = (await this.#ofOrder(order, known.get(order.clientOrderId))) && isWhole;
    }
    return isWhole ? 'compared' : 'unanswered';
  }

  /** False where an order is not listed though the books say that it rests, and could not be asked for by its id. */
  async #ofOrder(order: OrderRow, fact: ExchangeOrder | undefined): Promise<boolean> {
    const { facts, lookup } = this.#deps;
    if (fact) await facts.apply(order, fact);
    else if (!(await lookup.ask(order))) {
      lookup.start(order.clientOrderId);
      return isUnanswered(order);
    }
    return true;
  }

  #byKey(orders: readonly OrderRow[]): Map<string, OrderRow[]> {
    return Map.groupBy(this.#atRest(orders), ({ keyId }) => keyId);
  }

  /** Neither what is on its way, nor what was never sent. */
  #atRest(orders: readonly OrderRow[]): OrderRow[] {
    const { inFlight } = this.#deps;
    return orders.filter(({ clientOrderId, state }) => state !== 'planned' && !inFlight.has(clientOrderId));
  }
}
