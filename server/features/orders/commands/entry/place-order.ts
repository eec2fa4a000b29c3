import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { PlaceOrder } from '#contracts/orders.ts';
import { exitsFault } from '#contracts/rules/target-bounds.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Tx } from '../../../../db/client.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { Refusal } from '../../../../lib/errors.ts';
import { newId } from '../../../../lib/id.ts';
import type { OpenKey } from '../../../keys/index.ts';
import { presentPair } from '../../../markets/index.ts';
import type { Verdict } from '../../../../trading/limits/index.ts';
import type { Orders } from '../../index.ts';
import { entryOf } from '../../../../domain/position/books.ts';
import {
  type BlockRef,
  type BlockView,
  type PositionView,
  readPosition,
  readView,
} from '../../store/block-view.store.ts';
import { type Deal, type NewPosition, dealsStore } from '../../store/deals.store.ts';
import type { BlockEvent } from '../../store/work.store.ts';
import { LEASE_MS } from '../../store/leases.store.ts';
import { NOT_REPEATED, SEND_WITHIN } from '../../sending/planned-copy.ts';
import { draftRows, writtenDetails } from '../../sending/send-orders.ts';
import { entryDraft } from '../../sending/entry-draft.ts';
import type { Outcome } from '../../sending/take-step.ts';
import { entryTerms } from './entry-terms.ts';
import { exitFault, entryContext } from './exit-faults.ts';
import type { Note } from './idempotency.ts';
import { intended, withinLimits } from './within-limits.ts';

export type Placed =
  | { outcome: 'refused'; error: string }
  | { outcome: 'placed'; view: BlockView; position: PositionView }
  /** Sent, and its answer lost: the row stays and is looked up. */
  | { outcome: 'unknown'; blockId: string };

const refused = (error: string): Placed => ({ outcome: 'refused', error });

const NOT_COMPARED =
  'This key takes no orders yet: what it has on the exchange is still being compared after a restart. Try again in a moment.';
const SKIP_NOT_COMPARED = { code: 'SKIP_NOT_COMPARED', sentence: NOT_COMPARED };

export type Wanted = PlaceOrder & { section: Side };

interface Sized {
  pair: ExchangePair;
  key: OpenKey;
  price: Big;
  quantity: Big;
}

/** What is not traded is a refused rule; what is not known yet is not. */
function pairOrFault({ markets }: Orders, market: Market, name: string): ExchangePair | { error: string } {
  try {
    return markets.pairOf(market, name);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return { error: error.message };
    throw error;
  }
}

const otherKey = ({ name }: OpenKey): string =>
  `Nothing was placed: your active key is now ${isolated(name)}, and this order was for another key. Check it and send it again.`;

/** What an entry becomes on the exchange's steps, or why it cannot be. */
export async function sizeEntry(orders: Orders, userId: string, wanted: Wanted): Promise<Sized | { error: string }> {
  const { market, symbolName, section } = wanted;
  const pair = pairOrFault(orders, market, symbolName);
  if ('error' in pair) return pair;
  const halt = await orders.markets.haltOf(market, pair.symbol);
  if (halt) return { error: halt.sentence };
  const key = await orders.keys.active(userId, market);
  if (!key) return { error: 'Add an API key first, on the API page.' };
  if ((wanted.mainUid ?? key.keyId) !== key.keyId) return { error: otherKey(key) };
  const terms = entryTerms({ pair, shown: presentPair(market, pair) }, section, wanted);
  if ('error' in terms) return terms;
  const context = { side: section, market: terms.price, tick: pair.tick };
  const desired = { takeProfit: wanted.takeProfitPrice, stopLoss: wanted.stopLossPrice };
  const average = orders.markets.lastPrice(market, pair.symbol)?.price;
  const { percentPrice: percent } = pair;
  const error =
    exitsFault(desired, context, average && percent ? { average, percent } : null) ??
    entryExitFault(orders, wanted, { pair, key, ...terms });
  return error === null ? { pair, key, ...terms } : { error };
}

/** V-03: a target that could not be traded at its price is refused before anything is bought. */
function entryExitFault({ engine }: Orders, wanted: Wanted, { pair, key, price, quantity }: Sized): string | null {
  const { section: side, counterEarning, takeProfitPrice: takeProfit, stopLossPrice: stopLoss } = wanted;
  const fee = engine.marketContext.feeOf({ keyId: key.keyId, symbol: pair.symbol });
  const terms = { side, counterEarning, fee, step: pair.step };
  const entry = { side, quantity, counter: price.times(quantity) };
  return exitFault({ takeProfit, stopLoss }, entryContext(pair, entry, terms), price);
}

/** The exchange itself sizes the targets from what was bought; where a block keeps base back, they follow the fill. */
function goesWithTargets(wanted: Wanted, { pair }: Sized): boolean {
  const hasTargets = Boolean(wanted.takeProfitPrice ?? wanted.stopLossPrice);
  return hasTargets && wanted.section === 'buy' && wanted.counterEarning && pair.lists.has('opo');
}

async function plannedPositions(
  orders: Orders,
  userId: string,
  of: { wanted: Wanted; sized: Sized },
): Promise<{ main: NewPosition; copies: NewPosition[] }> {
  const { wanted, sized } = of;
  const { pair, key, price, quantity } = sized;
  const withTargets = goesWithTargets(wanted, sized);
  const deal = {
    userId,
    mainKeyId: key.keyId,
    market: wanted.market,
    symbol: pair.symbol,
    section: wanted.section,
    price,
    quantity,
  };
  const planned = await orders.planCopies(deal);
  const main: NewPosition = { id: newId(), keyId: key.keyId, ordinal: 0, price, quantity, withTargets, skip: null };
  const copies = planned.map(({ keyId, quantity: size, skip: skipped }, index): NewPosition => {
    const skip = skipped ?? (orders.engine.mayOrder(keyId) ? null : SKIP_NOT_COMPARED);
    return { keyId, quantity: skip ? ZERO : size, skip, id: newId(), ordinal: index + 1, price, withTargets };
  });
  return { main, copies };
}

/** Places an entry on the active main key and on the copy keys of its group. */
export async function placeOrder(
  orders: Orders,
  userId: string,
  { wanted, note }: { wanted: Wanted; note: Note },
): Promise<Placed> {
  orders.trading.mustBeOpen(userId);
  const sized = await sizeEntry(orders, userId, wanted);
  if ('error' in sized) return refused(sized.error);
  if (!orders.engine.mayOrder(sized.key.keyId)) throw new Refusal('unavailable', NOT_COMPARED, { retryAfter: 2 });
  const { main, copies } = await plannedPositions(orders, userId, { wanted, sized });
  const ref = { userId, blockId: newId() };
  const write = async (tx: Tx, limits: Verdict['copies']): Promise<void> => {
    const positions = [main, ...withinLimits(copies, limits)];
    await Promise.all([note(tx, ref.blockId), writeDeal(orders, tx, { ref, wanted, sized, positions })]);
  };
  const over = await orders.limits.admit(userId, intended(wanted, sized, { main: main.quantity, copies }), write);
  if (over !== null) return refused(over);
  // The answer first: what follows from it can wait for that long.
  const go = orders.engine.suspend(ref);
  try {
    const outcome = await sendEntries(orders, ref, sized.key);
    if (outcome !== 'refused') return await outcomeOf(orders, ref, main);
  } finally {
    go();
  }
  await orders.engine.idle(ref);
  return outcomeOf(orders, ref, main);
}

interface Planned {
  ref: BlockRef;
  wanted: Wanted;
  sized: Sized;
  positions: NewPosition[];
}

async function writeDeal({ clock, engine, markets }: Orders, tx: Tx, planned: Planned): Promise<void> {
  const { wanted, sized, positions } = planned;
  const { userId, blockId } = planned.ref;
  const now = clock();
  const deal: Deal = {
    id: blockId,
    market: wanted.market,
    symbol: sized.pair.symbol,
    section: wanted.section,
    counterEarning: wanted.counterEarning,
    takeProfit: wanted.takeProfitPrice ?? null,
    stopLoss: wanted.stopLossPrice ?? null,
    marketPrice: markets.lastPrice(wanted.market, sized.pair.symbol)?.price ?? null,
  };
  const block = { ...deal, userId };
  const intent = { takeProfit: deal.takeProfit, stopLoss: deal.stopLoss, ending: 'none' } as const;
  const rows = positions
    .filter(({ skip }) => skip === null)
    .flatMap((position) =>
      draftRows(
        { block },
        { ...position, orders: [] },
        { ...entryDraft({ block, intent, position }), now, state: position.ordinal === 0 ? 'sending' : 'planned' },
      ),
    );
  const event = (positionId: string | null, kind: string, details: Record<string, unknown>): BlockEvent => ({
    userId,
    blockId,
    positionId,
    kind,
    details,
    at: now,
  });
  const events = [
    event(null, 'wish', {
      takeProfit: deal.takeProfit?.toFixed() ?? null,
      stopLoss: deal.stopLoss?.toFixed() ?? null,
      ending: 'none',
    }),
    ...positions.flatMap(({ id, skip }) => (skip ? [event(id, 'skipped', { ...skip })] : [])),
    ...rows.map((row) => event(row.positionId, 'order-written', writtenDetails(row))),
  ];
  const lease = { owner: engine.owner, until: now + LEASE_MS };
  await dealsStore(tx, userId).add(deal, {
    positions,
    orders: rows,
    events,
    now,
    lease,
    sendBefore: now + SEND_WITHIN,
  });
}

/**
 * The main key first: what it was refused is no deal. Then all copies at once, and nobody waits for them; while its
 * answer is lost they wait, and the engine sends or drops them once it is known.
 */
async function sendEntries(orders: Orders, ref: BlockRef, mainKey: OpenKey): Promise<Outcome> {
  const { db, keys, engine } = orders;
  const view = await readView(db, ref);
  const [main, ...copies] = view?.positions ?? [];
  if (!view || !main) throw new Error(`block ${ref.blockId} is gone`);
  engine.watch(ref.userId, mainKey);
  const [outcome, copyKeys] = await Promise.all([
    engine.steps.send(
      { view, position: main, key: mainKey },
      main.orders.map(({ row }) => row),
    ),
    keys.byIds(
      ref.userId,
      copies.map(({ keyId }) => keyId),
    ),
  ]);
  if (outcome === 'refused') await dropCopies(orders, copies);
  engine.schedule(ref);
  if (outcome === 'done') await sendCopies(orders, { view, copies, copyKeys });
  return outcome;
}

interface Copies {
  view: BlockView;
  copies: readonly PositionView[];
  copyKeys: ReadonlyMap<string, OpenKey>;
}

async function sendCopies({ engine, log, clock }: Orders, { view, copies, copyKeys }: Copies): Promise<void> {
  const { userId, id: blockId } = view.block;
  const ids = copies.flatMap(({ orders: own }) => own.map(({ id }) => id));
  const begun = Map.groupBy(
    await engine.facts.store.begin({ userId, ids, now: clock() }),
    ({ positionId }) => positionId,
  );
  for (const position of copies) {
    if (position.row.skipCode !== null) engine.publish(view, position, 'skipped');
    const key = copyKeys.get(position.keyId);
    const rows = begun.get(position.id);
    if (!key || !rows) continue;
    engine.watch(userId, key);
    const sent = engine.steps.send({ view, position, key }, rows);
    engine.track(
      sent.then(
        () => engine.schedule({ userId, blockId }, position.id),
        (error: unknown) => log.error({ error, blockId }, 'a copy was not sent'),
      ),
    );
  }
}

/** Before anybody is answered, so that no row of a deal that is none stays open. */
async function dropCopies({ engine }: Orders, copies: readonly PositionView[]): Promise<void> {
  for (const { clientOrderId } of copies.flatMap(({ orders }) => orders))
    await engine.facts.settle(clientOrderId, 'rejected', NOT_REPEATED);
}

async function outcomeOf({ db }: Orders, ref: BlockRef, main: NewPosition): Promise<Placed> {
  const found = await readPosition(db, ref, main.id);
  const entry = found && entryOf(found.position);
  if (!entry) throw new Error(`block ${ref.blockId} is gone`);
  if (entry.state === 'rejected') return refused(entry.reason ?? 'The exchange refused the order.');
  if (entry.state === 'unknown' || entry.state === 'sending') return { outcome: 'unknown', blockId: ref.blockId };
  return { outcome: 'placed', ...found };
}
