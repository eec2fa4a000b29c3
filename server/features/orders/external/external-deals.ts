import { backoff } from '#contracts/rules/backoff.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import type { AccountEvent, ExchangeOrder } from '../../../exchanges/exchange.ts';
import { inTime } from '../../../lib/in-time.ts';
import type { OpenKey } from '../../keys/index.ts';
import { entryOf } from '../../../domain/position/books.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import type { BlockView } from '../store/block-view.store.ts';
import { holdings } from './closing/closing-shares.ts';
import { freeBefore, type FreeBefore, saysNothing } from './free-before.ts';
import { knownBlocks } from './closing/known-blocks.ts';
import { missedOrders, placedAt } from './missed-orders.ts';
import { bookName, isOurs } from '../store/external-name.ts';
import { outsideStore } from './external.store.ts';
import { type OutsideDeal, readDeal, readTarget } from './read-deal.ts';
import { namesOf, repeatClosing } from './closing/repeat-closing.ts';
import { repeatEntry } from './repeat-entry.ts';
import type { ExternalDeps, DealContext } from './deal-context.ts';

/** Balances are waited for so long, ms. */
const PATIENCE = 2000;
/** The stream reports soon what copies take: the next deal is sized by what is left. Ms at most. */
const PACE = 500;
/** Ms until what could not be asked after a gap is asked again, at first and at most. */
const AGAIN_AFTER = { min: SECOND, max: MINUTE };
/** Orders of a key that are over and are remembered. */
const MOST_OVER = 1000;

interface Repeating {
  userId: string;
  free: FreeBefore;
  /** Orders that were considered once they were over, by name: found once more, none of them is a new deal. */
  over: Set<string>;
  opened: PromiseWithResolvers<void>;
  /** The last event of it that was received without a gap before, by the exchange's clock, UTC epoch ms. */
  receivedUntil: number;
  /** While a gap may hide something yet: when the exchange is asked again, and after how long that was. */
  behind: { timer: NodeJS.Timeout; retry: number } | null;
}
interface Asked extends Repeating {
  key: OpenKey;
  since: number;
}

function remember(names: Set<string>, name: string): void {
  const [oldest] = names;
  if (names.size >= MOST_OVER && oldest !== undefined) names.delete(oldest);
  names.add(name);
}

/** What was over before a block began has ended nothing of it. */
function mayEnd(order: ExchangeOrder, { positions: [main] }: BlockView): boolean {
  const entry = main && entryOf(main);
  return entry !== undefined && (isLive(order.state) || order.updatedAt >= entry.placedAt);
}

/** Deals that main keys' owners make directly on the exchange, for the groups that repeat them; of others nothing is kept. */
export class OutsideDeals {
  readonly #deps: ExternalDeps;
  readonly #repeating = new Map<string, Repeating>();
  /** Of each key one event after the other, apart from our own orders: those wait for no copy. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, number>();
  #isStopped = false;

  constructor(deps: ExternalDeps) {
    this.#deps = deps;
  }

  /** Main keys whose streams are to be received. */
  keyIds(): Iterable<string> {
    return this.#repeating.keys();
  }

  /** True when it was not known yet. */
  begin(userId: string, keyId: string): boolean {
    if (this.#repeating.has(keyId)) return false;
    const free = freeBefore();
    const balances = this.#deps.keys.balances.of(userId, keyId);
    if (balances) free.know(balances.free);
    const receivedUntil = this.#deps.clock();
    this.#repeating.set(keyId, {
      userId,
      free,
      over: new Set(),
      opened: Promise.withResolvers(),
      receivedUntil,
      behind: null,
    });
    return true;
  }

  /** Of all keys but these nothing is repeated any more; what was, is followed to its end. */
  keepOnly(keyIds: ReadonlySet<string>): void {
    for (const keyId of this.#repeating.keys()) if (!keyIds.has(keyId)) this.end(keyId);
  }

  end(keyId: string): void {
    clearTimeout(this.#repeating.get(keyId)?.behind?.timer);
    this.#repeating.delete(keyId);
  }

  receive(key: OpenKey, event: AccountEvent): void {
    const { keyId } = key;
    if (event.kind === 'order' ? isOurs(event.order) : !this.#repeating.has(keyId)) return;
    const before = this.#turns.get(keyId) ?? Promise.resolve();
    this.#waiting.set(keyId, (this.#waiting.get(keyId) ?? 0) + 1);
    const turn: Promise<void> = before
      .then(() => (this.#isStopped ? undefined : this.#take(key, event)))
      .catch((error: unknown) => this.#deps.log.error({ error, keyId }, 'an outside deal was not worked on'))
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
    for (const { behind } of this.#repeating.values()) clearTimeout(behind?.timer);
    await Promise.all(this.#turns.values());
  }

  async #take(key: OpenKey, event: AccountEvent): Promise<void> {
    const { keyId } = key;
    const found = this.#repeating.get(keyId);
    found?.free.receive(event);
    if (event.kind === 'gap' && found) await this.#catchUp(key, found);
    if (saysNothing(event)) await this.#readBalances(keyId);
    if (saysNothing(event) && found?.behind === null) found.free.caughtUp();
    if (event.kind !== 'order') return;
    const { order, fill } = event;
    await this.#consider(keyId, order);
    await this.#deps.facts.apply(key, order, fill);
    if (found?.behind === null) found.receivedUntil = Math.max(found.receivedUntil, order.updatedAt);
  }

  /** What cannot be asked just now is asked again: a sale that is missed would leave its copies open. */
  async #catchUp(key: OpenKey, found: Repeating): Promise<void> {
    const { keyId } = key;
    const asked = await this.#ask(keyId);
    if (!asked) return;
    const missed = await missedOrders(this.#deps, asked);
    for (const order of missed.orders) if (!isOurs(order)) await this.#consider(keyId, order);
    clearTimeout(found.behind?.timer);
    const retry = (found.behind?.retry ?? 0) + 1;
    const pause = backoff(retry, AGAIN_AFTER);
    found.behind = null;
    if (missed.isWhole || this.#isStopped || this.#repeating.get(keyId) !== found) return;
    this.#deps.log.warn({ keyId, again: pause }, 'what a gap has hidden could not be asked, asking again');
    const timer = setTimeout(() => this.receive(key, { kind: 'gap' }), pause).unref();
    found.behind = { timer, retry };
  }

  /** When the stream of a key that has just begun is open and what its first deal is sized by is known, or in a while. */
  async opened(keyId: string): Promise<void> {
    const found = this.#repeating.get(keyId);
    if (found) await inTime(found.opened.promise, PATIENCE);
  }

  /** Unless more has happened meanwhile: what it took would be counted as gone before it. */
  async #readBalances(keyId: string): Promise<void> {
    const found = this.#repeating.get(keyId);
    const balances = found && (await this.#deps.keys.balances.within(PATIENCE, found.userId, keyId));
    if (balances && this.#waiting.get(keyId) === 1) found.free.know(balances.free);
    found?.opened.resolve();
  }

  /** Read anew each time: it may have been switched off meanwhile. */
  async #ask(keyId: string): Promise<Asked | null> {
    const { keys, markets } = this.#deps;
    const found = this.#repeating.get(keyId);
    const since = found ? await keys.outsideSince(found.userId, keyId) : null;
    const key = found && since !== null ? await keys.byId(found.userId, keyId) : null;
    return found && since !== null && key && markets.isOn(key.market) ? { ...found, key, since } : null;
  }

  async #isKnown(name: string): Promise<boolean> {
    for (const each of namesOf(name)) if (await this.#deps.facts.store.byClientOrderId(each)) return true;
    return false;
  }

  /** Once it means something it is repeated, once. */
  async #consider(keyId: string, order: ExchangeOrder): Promise<void> {
    const name = bookName(keyId, order);
    const over = this.#repeating.get(keyId)?.over;
    if (!over || over.has(name) || (await this.#isKnown(name))) return;
    const asked = await this.#ask(keyId);
    if (!asked || placedAt(order) < asked.since) return;
    try {
      await this.#repeat(asked, order, name);
      if (!isLive(order.state)) remember(over, name);
    } catch (error) {
      // Another process was quicker: its name stands in the books once.
      if (!(await this.#isKnown(name))) throw error;
    }
  }

  async #repeat({ userId, free, key }: Asked, order: ExchangeOrder, name: string): Promise<void> {
    const deps = this.#deps;
    const pair = deps.markets.findExchangePair(key.market, order.symbol);
    if (!pair) return;
    const asset = order.side === 'buy' ? pair.counter : pair.base;
    free.begin(name, asset);
    const open = await outsideStore(deps.db, userId).open(key.keyId, order.symbol);
    const against = open.filter((view) => view.block.section !== order.side && mayEnd(order, view));
    const held = holdings(await knownBlocks(deps, against), { pair, list: order.exchangeListId });
    const context = (deal: OutsideDeal): DealContext => ({ userId, key, pair, name, deal });
    const deal = (held.length > 0 ? readTarget(order) : null) ?? readDeal(order, pair.tick);
    if (!deal) return;
    if (held.length > 0) return repeatClosing(deps, context(deal), held);
    const ask = () => deps.markets.exchange(key.market).balances(key.credentials, 'order');
    const ref = await repeatEntry(deps, context(deal), () => free.of(name, { asset, taken: deal.taken }, ask));
    if (ref) await inTime(deps.idle(ref), PACE);
  }
}
