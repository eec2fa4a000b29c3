import type { Market } from '#contracts/symbol.ts';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { EngineContext } from '../orders.ts';
import { bookName } from '../store/external-name.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';

type ComparisonContext = Pick<
  EngineContext,
  'db' | 'clock' | 'log' | 'keys' | 'markets' | 'facts' | 'lookup' | 'inFlight' | 'watch' | 'schedule'
>;

/** One address asks for all of them: more at once would only wait for its budget. */
const KEYS_AT_ONCE = 8;

/** What we have written down, compared with what the exchange has, key by key. */
export class OrderComparison {
  readonly #deps: ComparisonContext;
  /** Keys with orders from before the start that no answer has come for yet; null while they are not known. */
  #missing: Set<string> | null = new Set();
  /** Blocks whose next order waits for a key to be compared. */
  readonly #waiting = new Map<string, Map<string, BlockRef>>();
  #stopped = false;

  constructor(deps: ComparisonContext) {
    this.#deps = deps;
  }

  /** From here until the first `all()` has read the books, no key is compared. */
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

  /** These orders are this process's by now: their keys take no orders until they are compared. */
  expect(gained: readonly OrderRow[]): void {
    for (const { keyId } of this.#atRest(gained)) this.#missing?.add(keyId);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Every key that has orders at work; one that does not answer holds up no other. */
  async all(live: readonly OrderRow[]): Promise<void> {
    const byKey = Map.groupBy(this.#atRest(live), ({ keyId }) => keyId);
    this.#missing ??= new Set(byKey.keys());
    for (const keyId of this.#missing) if (!byKey.has(keyId)) this.#missing.delete(keyId);
    for (const keyId of this.#waiting.keys()) if (this.isDone(keyId)) this.#wake(keyId);
    const left = new Set(byKey.keys());
    const inTurn = async (): Promise<void> => {
      for (let next = this.#mostUrgent(left); next !== null && !this.#stopped; next = this.#mostUrgent(left)) {
        left.delete(next);
        await this.ofKey(byKey.get(next) ?? []);
      }
    };
    await Promise.all(Array.from({ length: KEYS_AT_ONCE }, inTurn));
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

  /** What one key has open, asked for once a pair; an order that is not among it is asked for by its id. */
  async ofKey(live: readonly OrderRow[]): Promise<void> {
    const { keys, markets, watch } = this.#deps;
    const orders = this.#atRest(live);
    const [first] = orders;
    const key = first && (await keys.byId(first.userId, first.keyId));
    if (!first) return;
    let isAnswered = true;
    if (key && markets.isOn(first.market as Market)) {
      watch(first.userId, key);
      for (const ofPair of Map.groupBy(orders, ({ symbol }) => symbol).values())
        isAnswered = (await this.#ofPair(key, ofPair)) && isAnswered;
    }
    if (!isAnswered) return;
    this.#missing?.delete(first.keyId);
    this.#wake(first.keyId);
  }

  /** False when the exchange could not be asked; a key that it refuses is answered too. */
  async #ofPair(key: OpenKey, orders: readonly OrderRow[]): Promise<boolean> {
    const { markets } = this.#deps;
    const [first] = orders;
    if (!first) return true;
    const open = await markets.exchange(first.market as Market).openOrders(key.credentials, first.symbol);
    const known = new Map<string, ExchangeOrder>();
    if (open.outcome === 'ok') for (const order of open.value) known.set(bookName(key.keyId, order), order);
    for (const order of orders) {
      if (this.#stopped) return false;
      await this.#ofOrder(order, known.get(order.clientOrderId));
    }
    return open.outcome !== 'unknown';
  }

  async #ofOrder(order: OrderRow, fact: ExchangeOrder | undefined): Promise<void> {
    const { facts, lookup } = this.#deps;
    if (fact) await facts.apply(order, fact);
    else if (!(await lookup.ask(order))) lookup.start(order.clientOrderId);
  }

  /** Neither what is on its way, nor what was never sent. */
  #atRest(orders: readonly OrderRow[]): OrderRow[] {
    const { inFlight } = this.#deps;
    return orders.filter(({ clientOrderId, state }) => state !== 'planned' && !inFlight.has(clientOrderId));
  }
}
