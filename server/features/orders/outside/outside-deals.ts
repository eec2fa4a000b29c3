import type { AccountEvent, ExchangeOrder } from '../../../exchanges/exchange.ts';
import { inTime } from '../../../lib/in-time.ts';
import type { OpenKey } from '../../keys/index.ts';
import { holdings } from './closing/closing-shares.ts';
import { freeBefore, type FreeBefore, saysNothing } from './free-before.ts';
import { knownBlocks } from './closing/known-blocks.ts';
import { missedOrders, placedAt } from './missed-orders.ts';
import { bookName, isOurs } from './outside-name.ts';
import { outsideStore } from './outside.store.ts';
import { type OutsideDeal, readDeal, readTarget } from './read-deal.ts';
import { namesOf, repeatClosing } from './closing/repeat-closing.ts';
import { repeatEntry } from './repeat-entry.ts';
import type { OutsideParts, Scene } from './scene.ts';

/** Balances are waited for so long, ms. */
const PATIENCE = 2000;
/** What copies take is told soon after they are sent: the next deal is sized by what is left. Ms at most. */
const PACE = 500;

interface Repeating {
  userId: string;
  free: FreeBefore;
  opened: PromiseWithResolvers<void>;
  /** The last that was heard of it, by the exchange's clock, UTC epoch ms. */
  heardUntil: number;
}
interface Asked extends Repeating {
  key: OpenKey;
  since: number;
}

/** Deals that main keys' owners make directly on the exchange, for the groups that repeat them; of others nothing is kept. */
export class OutsideDeals {
  readonly #parts: OutsideParts;
  readonly #repeating = new Map<string, Repeating>();
  /** Of each key one event after the other, apart from our own orders: those wait for no copy. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, number>();
  #isStopped = false;

  constructor(parts: OutsideParts) {
    this.#parts = parts;
  }

  /** Main keys whose streams are to be heard. */
  keyIds(): Iterable<string> {
    return this.#repeating.keys();
  }

  /** True when it was not known yet. */
  begin(userId: string, keyId: string): boolean {
    if (this.#repeating.has(keyId)) return false;
    const free = freeBefore();
    const balances = this.#parts.keys.balances.of(userId, keyId);
    if (balances) free.know(balances.free);
    const heardUntil = this.#parts.clock();
    this.#repeating.set(keyId, { userId, free, opened: Promise.withResolvers(), heardUntil });
    return true;
  }

  /** Of all keys but these nothing is repeated any more; what was, is followed to its end. */
  keepOnly(keyIds: ReadonlySet<string>): void {
    for (const keyId of this.#repeating.keys()) if (!keyIds.has(keyId)) this.#repeating.delete(keyId);
  }

  end(keyId: string): void {
    this.#repeating.delete(keyId);
  }

  hear(key: OpenKey, event: AccountEvent): void {
    const { keyId } = key;
    if (event.kind === 'order' ? isOurs(event.order) : !this.#repeating.has(keyId)) return;
    const before = this.#turns.get(keyId) ?? Promise.resolve();
    this.#waiting.set(keyId, (this.#waiting.get(keyId) ?? 0) + 1);
    const turn: Promise<void> = before
      .then(() => (this.#isStopped ? undefined : this.#take(key, event)))
      .catch((error: unknown) => this.#parts.log.error({ error, keyId }, 'an outside deal was not worked on'))
      .finally(() => {
        this.#waiting.set(keyId, (this.#waiting.get(keyId) ?? 1) - 1);
        if (this.#turns.get(keyId) !== turn) return;
        this.#turns.delete(keyId);
        this.#waiting.delete(keyId);
      });
    this.#turns.set(keyId, turn);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#turns.values());
  }

  async #take(key: OpenKey, event: AccountEvent): Promise<void> {
    const { keyId } = key;
    this.#repeating.get(keyId)?.free.hear(event);
    if (event.kind === 'gap') await this.#catchUp(keyId);
    if (saysNothing(event)) await this.#readBalances(keyId);
    if (event.kind !== 'order') return;
    const { order, fill } = event;
    await this.#consider(keyId, order);
    await this.#parts.facts.apply(key, order, fill);
    const found = this.#repeating.get(keyId);
    if (found) found.heardUntil = Math.max(found.heardUntil, order.updatedAt);
  }

  async #catchUp(keyId: string): Promise<void> {
    const asked = await this.#ask(keyId);
    if (!asked) return;
    for (const order of await missedOrders(this.#parts, asked)) if (!isOurs(order)) await this.#consider(keyId, order);
  }

  /** When the stream of a key that has just begun is open and what its first deal is sized by is known, or in a while. */
  async opened(keyId: string): Promise<void> {
    const found = this.#repeating.get(keyId);
    if (found) await inTime(found.opened.promise, PATIENCE);
  }

  /** Unless more has happened meanwhile: what it took would be counted as gone before it. */
  async #readBalances(keyId: string): Promise<void> {
    const found = this.#repeating.get(keyId);
    const balances = found && (await this.#parts.keys.balances.within(PATIENCE, found.userId, keyId));
    if (balances && this.#waiting.get(keyId) === 1) found.free.know(balances.free);
    found?.opened.resolve();
  }

  /** Read anew each time: it may have been switched off meanwhile. */
  async #ask(keyId: string): Promise<Asked | null> {
    const { keys, markets } = this.#parts;
    const found = this.#repeating.get(keyId);
    const since = found ? await keys.outsideSince(found.userId, keyId) : null;
    const key = found && since !== null ? await keys.byId(found.userId, keyId) : null;
    return found && since !== null && key && markets.isOn(key.market) ? { ...found, key, since } : null;
  }

  async #isKnown(name: string): Promise<boolean> {
    for (const each of namesOf(name)) if (await this.#parts.facts.store.byClientOrderId(each)) return true;
    return false;
  }

  /** Once it means something it is repeated, once. */
  async #consider(keyId: string, order: ExchangeOrder): Promise<void> {
    const name = bookName(keyId, order);
    if (!this.#repeating.has(keyId) || (await this.#isKnown(name))) return;
    const asked = await this.#ask(keyId);
    if (!asked || placedAt(order) < asked.since) return;
    try {
      await this.#repeat(asked, order, name);
    } catch (error) {
      // Another process was quicker: its name stands in the books once.
      if (!(await this.#isKnown(name))) throw error;
    }
  }

  async #repeat({ userId, free, key }: Asked, order: ExchangeOrder, name: string): Promise<void> {
    const parts = this.#parts;
    const pair = parts.markets.findExchangePair(key.market, order.symbol);
    if (!pair) return;
    const asset = order.side === 'buy' ? pair.counter : pair.base;
    free.begin(name, asset);
    const open = await outsideStore(parts.db, userId).open(key.keyId, order.symbol);
    const against = open.filter(({ block }) => block.section !== order.side);
    const held = holdings(await knownBlocks(parts, against), { pair, list: order.exchangeListId });
    const scene = (deal: OutsideDeal): Scene => ({ userId, key, pair, name, deal });
    const deal = (held.length > 0 ? readTarget(order) : null) ?? readDeal(order, pair.tick);
    if (!deal) return;
    if (held.length > 0) return repeatClosing(parts, scene(deal), held);
    const ask = () => parts.markets.exchange(key.market).balances(key.credentials, 'order');
    const ref = await repeatEntry(parts, scene(deal), () => free.of(name, { asset, taken: deal.taken }, ask));
    if (ref) await inTime(parts.settled(ref), PACE);
  }
}
