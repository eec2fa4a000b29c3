import { setTimeout as sleep } from 'node:timers/promises';
import { ZERO } from '#contracts/rules/decimal.ts';
import { NO_EXITS } from '../../../../domain/position/exits.ts';
import type { ExchangeOrder } from '../../../../exchanges/exchange.ts';
import { newId } from '../../../../lib/id.ts';
import { claimOf } from '../../../../domain/position/claims.ts';
import type { EngineContext } from '../../orders.ts';
import type { PositionView } from '../../store/block-view.store.ts';
import { heldBlocks } from '../../store/held-positions.store.ts';
import { earnsCounter, type FoundEntry, type FoundTargets } from './earning-of.ts';
import { type FoundGroup, foundGroups, holderOf, type Holder, placedAt } from './found-groups.ts';
import { exitRows, type Finding, foundEvent, foundRow } from './found-rows.ts';
import { earningOfNew, exitsOf, priceOf, shownOf } from './found-terms.ts';
import { listNames } from './list-names.ts';
import { type Asked, ordersWithoutRow } from './orders-without-row.ts';
import { addFound, addFoundExits, type Earns, type KeyToAsk, keysToAsk } from './found-orders.store.ts';

/** The keys that follow these wait between one another, ms: reading them all at once would take the address's budget. */
const AT_ONCE = 20;
const PAUSE = 2000;
/** A copy is placed so soon after its main key's order, ms. */
const COPIED_WITHIN = 30_000;
const EARNING_UNKNOWN = 'Which currency this block earns is not known. Adopted, it earns counter currency.';
const ABOUT = 'an order of ours was on the exchange without a row: its owner is asked';

type FoundContext = Pick<
  EngineContext,
  'db' | 'clock' | 'log' | 'keys' | 'markets' | 'facts' | 'watch' | 'schedule' | 'isOwn' | 'bots'
>;
interface Placed {
  keyId: string;
  blockId: string;
  order: ExchangeOrder;
  copies: number;
}
interface KnownHolder extends Holder {
  blockId: string;
  orders: PositionView['orders'];
  /** Null where the books say what it earns. */
  found: FoundEntry | null;
}

/**
 * M-02: orders that we placed and that the books do not have, as after a restore: what rests on the exchange and what was
 * traded since comes back, and each asks its owner.
 */
export class FoundOrders {
  readonly #deps: FoundContext;
  readonly #placed: Placed[] = [];

  constructor(deps: FoundContext) {
    this.#deps = deps;
  }

  async find(signal: AbortSignal): Promise<void> {
    const keys = (await keysToAsk(this.#deps.db)).filter(({ userId }) => this.#deps.isOwn(userId));
    for (const [index, asked] of keys.entries()) {
      if (index >= AT_ONCE) await sleep(PAUSE, undefined, { signal });
      if (signal.aborted) return;
      try {
        await this.#ofKey(asked, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#deps.log.error({ error, keyId: asked.keyId }, 'orders without a row could not be looked for');
      }
    }
  }

  async #ofKey(of: KeyToAsk, signal: AbortSignal): Promise<void> {
    const { keys, markets } = this.#deps;
    const key = await keys.byId(of.userId, of.keyId);
    if (!key || !markets.isOn(key.market)) return;
    const asked = { ...of, key };
    const unknown = await ordersWithoutRow(this.#deps, asked, signal);
    if (unknown.length === 0) return;
    const { credentials } = key;
    const lists = await listNames(markets.exchange(key.market), { credentials, orders: unknown }, signal);
    this.#deps.watch(of.userId, key);
    const holders = await this.#holders(asked);
    for (const group of foundGroups(unknown)) await this.#bringBack({ ...asked, lists }, group, holders);
  }

  /** Positions in the books that something found may be the exit of. */
  async #holders({ userId, keyId, key }: Asked): Promise<KnownHolder[]> {
    const views = await heldBlocks(this.#deps.db, userId, { keyId, holds: () => true });
    return views.flatMap((view) => {
      const pair = this.#deps.markets.findExchangePair(key.market, view.block.symbol);
      const own = view.positions.filter((position) => position.keyId === keyId && position.row.endedAt === null);
      return own.flatMap((position) => {
        const claim = pair && claimOf(position, pair);
        if (!claim || claim.tied.gt(0)) return [];
        const { section } = position;
        const quantity = section === 'buy' ? claim.quantity : position.quantity;
        const { id: blockId, symbol } = view.block;
        return [{ positionId: position.id, blockId, symbol, section, quantity, orders: position.orders, found: null }];
      });
    });
  }

  async #bringBack(asked: Finding, group: FoundGroup, holders: KnownHolder[]): Promise<void> {
    const holder = holderOf(group, holders);
    const { db, clock, log } = this.#deps;
    const names = [...(group.entry ? [group.entry] : []), ...group.exits].map(({ clientOrderId }) => clientOrderId);
    log.warn({ userId: asked.userId, keyId: asked.keyId, symbol: group.symbol, clientOrderIds: names }, ABOUT);
    if (!holder) return this.#asBlock(asked, group, holders);
    const exits = group.entry ? [group.entry] : group.exits;
    holders.splice(holders.indexOf(holder), 1);
    const { blockId, positionId, orders } = holder;
    const found = exitsOf(exits);
    const now = clock();
    const earns = this.#earns(asked, holder, { exits: found, quantity: exits[0]?.quantity ?? ZERO });
    const event = foundEvent(asked, { now, blockId, positionId, orders: exits, earns });
    const rows = exitRows(asked, { now, blockId, positionId, exits, orders });
    await addFoundExits(db, { orders: rows, exits: found, event, earns });
    this.#deps.schedule({ userId: asked.userId, blockId });
  }

  /** Exits without a position stand for themselves: the first of them is what the block shows. */
  async #asBlock(asked: Finding, { entry, exits, symbol }: FoundGroup, holders: KnownHolder[]): Promise<void> {
    const { db, clock, schedule } = this.#deps;
    const { userId, keyId, key } = asked;
    const shown = shownOf({ entry, exits });
    if (!shown) return;
    const others = exits.filter((order) => order !== shown);
    const now = clock();
    const main = this.#copied(asked, shown);
    const blockId = main?.blockId ?? newId();
    const positionId = newId();
    const times = { createdAt: placedAt(shown), updatedAt: now };
    const section = shown.side;
    const earns = main ? null : earningOfNew({ entry, exits });
    const block = {
      userId,
      id: blockId,
      market: key.market,
      symbol,
      section,
      counterEarning: true,
      ...(entry ? exitsOf(exits) : NO_EXITS),
      ...times,
    };
    const position = {
      ...times,
      userId,
      id: positionId,
      blockId,
      keyId,
      ordinal: main ? main.copies : 0,
      price: priceOf(shown),
      quantity: shown.quantity,
      withTargets: entry !== null && exits.some(({ state }) => state === 'pending'),
      state: 'pending',
      interference: 'order-found' as const,
      reason: earns === 'unknown' ? EARNING_UNKNOWN : null,
    };
    const rows = [
      foundRow(asked, shown, { now, blockId, positionId, leg: 'entry', attempt: 1 }),
      ...exitRows(asked, { now, blockId, positionId, exits: others, orders: [] }),
    ];
    const event = foundEvent(asked, { now, blockId, positionId, orders: [shown, ...others], earns });
    await addFound(db, { block: { ...block, dueAt: now }, position, orders: rows, event });
    if (main) main.copies += 1;
    else this.#placed.push({ keyId, blockId, order: shown, copies: 1 });
    const { filledQuantity: quantity } = shown;
    const found = { section, quantity, counter: quantity.times(priceOf(shown)) };
    if (others.length === 0 && quantity.gt(0))
      holders.push({ positionId, blockId, symbol, section, quantity, orders: [], found });
    schedule({ userId, blockId });
  }

  /** What a block that was found earns, by the targets that were found after it; null where the books say it. */
  #earns({ key }: Asked, { found, symbol }: KnownHolder, targets: FoundTargets): Earns | null {
    const pair = this.#deps.markets.findExchangePair(key.market, symbol);
    const isCounter = found && pair && earnsCounter(found, targets, pair.step);
    if (isCounter === null) return found ? 'unknown' : null;
    return isCounter ? 'counter' : 'base';
  }

  /** The main key's order that one of a copy key repeats, where both were found. */
  #copied({ mainKeyId }: Asked, order: ExchangeOrder): Placed | undefined {
    return this.#placed.find(
      ({ keyId, order: main }) =>
        keyId === mainKeyId &&
        main.symbol === order.symbol &&
        main.side === order.side &&
        Math.abs(placedAt(main) - placedAt(order)) <= COPIED_WITHIN,
    );
  }
}
