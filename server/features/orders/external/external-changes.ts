import { setTimeout as sleep } from 'node:timers/promises';
import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { AccountEvent, ExchangeOrder } from '../../../exchanges/exchange.ts';
import { UnderWay } from '../../../lib/under-way.ts';
import type { OpenKey } from '../../keys/index.ts';
import { claimedAsset, isShort } from '../../../domain/position/claims.ts';
import { attributed } from '../../../domain/position/external-sales.ts';
import { booksOf, openBase } from '../../../domain/position/books.ts';
import type { EngineContext } from '../orders.ts';
import { compareHeld, type Held, type HeldAsset } from '../sending/available-base.ts';
import { askOwner, openHoldings } from '../store/external-changes.store.ts';
import { ExternalOrders } from './external-orders.ts';

/** Reports of our own orders may come after the balance that they changed: ms until the two are compared. */
const SETTLES_IN = 1000;
/** A shortage is one only if it is still there so many ms later. */
const CONFIRMED_AFTER = 1500;
/** Keys whose balances one round reads anew; the others follow in the next. */
export const READ_AT_ONCE = 40;

type ChangeContext = Pick<
  EngineContext,
  'db' | 'clock' | 'log' | 'keys' | 'markets' | 'free' | 'bots' | 'facts' | 'watch' | 'schedule' | 'isOwn'
>;
interface Key {
  userId: string;
  key: OpenKey;
}

const PRICE_DECIMALS = 8;
const nameOf = ({ keyId, asset }: HeldAsset): string => `${keyId} ${asset}`;

/** Its owner can be asked: of what is repeated from the exchange, the exchange's own orders say already. */
const mayAsk = ({ view, position }: Held): boolean =>
  !position.interference && !position.released && !(view.block.origin === 'outside' && position.row.ordinal === 0);

/** Sees what is done by hand on the exchange with what positions hold, and asks their owners. */
export class ExternalChanges {
  readonly #deps: ChangeContext;
  /** Last known owners of keys whose positions are not over. */
  readonly #holders = new Map<string, Key>();
  readonly #lastRead = new Map<string, number>();
  readonly #byHand: ExternalOrders;
  readonly #planned = new Map<string, NodeJS.Timeout>();
  readonly #working = new UnderWay();
  readonly #stopping = new AbortController();

  constructor(deps: ChangeContext) {
    this.#deps = deps;
    this.#byHand = new ExternalOrders(deps);
  }

  keyIds(): Iterable<string> {
    return this.#holders.keys();
  }

  /** Every event of a key's stream, as it comes. */
  receive(userId: string, key: OpenKey, event: AccountEvent): void {
    const { keyId, market } = key;
    const of = (asset: string): HeldAsset => ({ userId, keyId, market, asset });
    if (event.kind === 'order') {
      const asset = this.#byHand.receive(key, event.order);
      if (asset !== null) this.#plan(of(asset));
      return;
    }
    const before = this.#deps.free.of.bind(null, keyId);
    const fallen = event.kind === 'gap' ? [] : event.balances.filter(({ asset, free }) => !before(asset)?.lte(free));
    this.#deps.free.receive(keyId, event);
    for (const { asset } of fallen) this.#plan(of(asset));
    if (event.kind === 'gap' || event.balances.length === 0) this.#track(this.#planAll([keyId]));
  }

  /** Which keys have positions that are not over: their streams are kept open. */
  async look(): Promise<void> {
    const holdings = (await openHoldings(this.#deps.db)).filter(({ userId }) => this.#deps.isOwn(userId));
    const found = new Map(holdings.map((holding) => [holding.keyId, holding]));
    for (const keyId of this.#holders.keys()) if (!found.has(keyId)) this.#holders.delete(keyId);
    for (const { keyId, userId } of found.values()) {
      if (this.#holders.has(keyId)) continue;
      const key = await this.#deps.keys.byId(userId, keyId);
      if (key && this.#deps.markets.isOn(key.market)) this.#holders.set(keyId, { userId, key });
    }
    for (const { userId, key } of this.#holders.values()) this.#deps.watch(userId, key);
  }

  /** M-22: what positions hold is compared with the exchange's balances each minute, those read longest ago first. */
  async compareAll(): Promise<void> {
    const readAt = (keyId: string) => this.#lastRead.get(keyId) ?? 0;
    const oldest = [...this.#holders.keys()].toSorted((one, other) => readAt(one) - readAt(other));
    const turn = oldest.slice(0, READ_AT_ONCE);
    for (const keyId of turn) if (!this.#stopping.signal.aborted) await this.#read(keyId);
    await this.#planAll(turn);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#planned.values()) clearTimeout(timer);
    await this.#working.ended();
  }

  async #read(keyId: string): Promise<void> {
    const holder = this.#holders.get(keyId);
    if (!holder) return;
    const { credentials, market } = holder.key;
    const learn = this.#deps.free.reading(keyId);
    const answer = await this.#deps.markets.exchange(market).balances(credentials);
    this.#lastRead.set(keyId, this.#deps.clock());
    if (answer.outcome === 'ok') learn(answer.value);
  }

  async #planAll(keyIds: readonly string[]): Promise<void> {
    for (const { symbol, section, ...holding } of await openHoldings(this.#deps.db, keyIds)) {
      const market = holding.market as Market;
      const pair = this.#deps.markets.findExchangePair(market, symbol);
      if (!pair || section === 'sell') continue;
      this.#plan({ ...holding, market, asset: claimedAsset({ section }, pair) });
    }
  }

  #plan(of: HeldAsset): void {
    const name = nameOf(of);
    if (this.#planned.has(name) || this.#stopping.signal.aborted) return;
    const begin = () => {
      this.#planned.delete(name);
      this.#track(this.#check(of));
    };
    this.#planned.set(name, setTimeout(begin, SETTLES_IN).unref());
  }

  #track(work: Promise<void>): void {
    void this.#working.add(work, (error) => {
      if (!this.#stopping.signal.aborted)
        this.#deps.log.error({ error }, 'comparing balances with open positions failed');
    });
  }

  async #check(of: HeldAsset): Promise<void> {
    const held = await compareHeld(this.#deps, of);
    if (!held) return;
    await this.#askAboutOrders(of, held);
    const isMissed = (one: Held): boolean => this.#isMissed(one);
    const first = new Map(held.filter(isMissed).map(({ id, quantity }) => [id, quantity]));
    if (first.size === 0) return;
    await sleep(CONFIRMED_AFTER, undefined, { signal: this.#stopping.signal });
    const again = (await compareHeld(this.#deps, of)) ?? [];
    for (const each of again) {
      const isSame = first.get(each.id)?.eq(each.quantity) ?? false;
      if (!isSame || !isMissed(each)) continue;
      await this.#ask(each, { missing: each.quantity.minus(each.there).toFixed(), asset: of.asset });
    }
  }

  /** What orders made by hand have traded may have been of a position, though the account has more of the asset. */
  async #askAboutOrders(of: HeldAsset, held: readonly Held[]): Promise<void> {
    const asked = new Set<string>();
    for (const { order, pair, traded } of await this.#byHand.take(of)) {
      const open = held.filter((each) => mayAsk(each) && !asked.has(each.id) && isTradedBy(each, order));
      const byId = new Map(open.map((each) => [each.id, each]));
      const tradable = open.map((each) => ({ id: each.id, quantity: atHand(each, pair) }));
      const { side, filledQuantity, filledCounterQuantity } = order;
      const price = filledCounterQuantity?.div(filledQuantity).round(PRICE_DECIMALS).toFixed() ?? null;
      for (const { id, quantity } of attributed(tradable, traded)) {
        const each = byId.get(id);
        asked.add(id);
        if (each) await this.#ask(each, { traded: quantity.toFixed(), asset: pair.base, side, price });
      }
    }
  }

  #isMissed(held: Held): boolean {
    const { quantity, there, position, view } = held;
    const pair = this.#deps.markets.findExchangePair(view.block.market, view.block.symbol);
    const isMuch = isShort(quantity, there, pair?.step ?? ZERO);
    return position.section === 'buy' && mayAsk(held) && isMuch && view.block.open;
  }

  async #ask({ position, view }: Held, what: Record<string, unknown>): Promise<void> {
    const { db, clock, log, schedule } = this.#deps;
    const details = { kind: 'balance-spent', ...what };
    if (!(await askOwner(db, position.row, { details, now: clock() }))) return;
    log.info({ blockId: view.block.id, positionId: position.id, ...details }, 'a position was changed by hand');
    schedule({ userId: view.block.userId, blockId: view.block.id }, position.id);
  }
}

/** A sale by hand takes base from purchases of any pair, a purchase buys back what was sold in the same pair. */
const isTradedBy = ({ view, position }: Held, { side, symbol }: ExchangeOrder): boolean =>
  side === 'sell' ? position.section === 'buy' : position.section === 'sell' && view.block.symbol === symbol;

/** Base units that its own orders do not tie up. */
function atHand({ quantity, tied, position }: Held, pair: { base: string; counter: string }): Big {
  if (position.section === 'buy') return quantity.minus(tied);
  const open = openBase(position, booksOf(position, pair));
  return tied.gt(0) ? ZERO : open;
}
