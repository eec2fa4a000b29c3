import { ZERO } from '../../../lib/decimal.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Orders } from '../index.ts';
import { booksOf, entryOf, openBase } from '../life/fold.ts';
import { type BlockView, type PositionView, readView } from '../store/block-view.store.ts';
import { dealsStore, type Settling } from '../store/deals.store.ts';

export type Settled = { error: string } | { error: null; view: BlockView; position: PositionView };
interface Named {
  blockId: string;
  uid: string;
}

interface Found {
  view: BlockView;
  position: PositionView;
}

async function find({ db }: Orders, userId: string, { blockId, uid }: Named): Promise<Found> {
  const view = await readView(db, { userId, blockId });
  const position = view?.positions.find(({ keyId }) => keyId === uid);
  if (!view || !position) throw new Refusal('not-found', 'There is no such order.');
  return { view, position };
}

async function workedOn(orders: Orders, userId: string, named: Named) {
  const ref = { userId, blockId: named.blockId };
  orders.engine.poke(ref);
  await orders.engine.settled(ref);
  return { error: null, ...(await find(orders, userId, named)) } as const;
}

/** A refusal that came this moment is taken to its end first. */
async function findSettled(orders: Orders, userId: string, named: Named) {
  const found = await find(orders, userId, named);
  const isEnding = found.position.row.endedAt === null && entryOf(found.position)?.state === 'rejected';
  return isEnding ? workedOn(orders, userId, named) : found;
}

/** Tries again what a copy was skipped for or failed at; a copy that was too small is sized anew. */
export async function retryCopy(orders: Orders, userId: string, named: Named): Promise<Settled> {
  const { view, position } = await findSettled(orders, userId, named);
  orders.trading.mustBeOpen(userId);
  const { row } = position;
  if (row.ordinal === 0) return { error: 'The main key places a new order instead.' };
  const isUnplaced = row.endReason === 'rejected' || row.skipCode !== null;
  const isStuck = row.endedAt === null && row.reason !== null;
  if (!isUnplaced && !isStuck) return { error: 'Nothing failed here: there is nothing to try again.' };
  const [main] = view.positions;
  if (!view.block.open || !main || (isUnplaced && main.row.endedAt !== null))
    return { error: 'The deal is over: a copy of it would be a late one.' };
  // What is placed keeps its size: only what failed since is done again.
  const afresh = isUnplaced ? await sizedAnew(orders, { view, main, position }) : null;
  if (typeof afresh === 'string') return { error: afresh };
  const now = orders.clock();
  const event = { userId, blockId: named.blockId, positionId: position.id, kind: 'retried', details: {}, at: now };
  await dealsStore(orders.db, userId).retry(position.id, { blockId: named.blockId, afresh, event, now });
  return workedOn(orders, userId, named);
}

/** What the copy is by its balance now, or why it cannot be. */
async function sizedAnew(
  orders: Orders,
  { view, main, position }: { view: BlockView; main: PositionView; position: PositionView },
) {
  const { userId, market, symbol, section } = view.block;
  const { price, quantity } = main;
  const alreadySpent = section === 'buy' ? price.times(quantity) : quantity;
  const deal = { userId, mainKeyId: main.keyId, market, symbol, section, price, quantity, alreadySpent };
  const plan = (await orders.planCopies(deal)).find(({ keyId }) => keyId === position.keyId);
  if (!plan) return 'This key does not copy just now: switch it on first.';
  if (plan.skip) return plan.skip.sentence;
  const pair = orders.markets.findExchangePair(market, symbol);
  const over = pair && (await orders.limits.fault(userId, { market, pair, costs: [plan.quantity.times(price)] }));
  if (over !== null) return over;
  const hasTargets = view.wish.takeProfit !== null || view.wish.stopLoss !== null;
  return { price, quantity: plan.quantity, withTargets: position.withTargets && hasTargets };
}

/** What a buy block's position holds less since its owner spent some of it; null when the exchange does not say. */
async function spentOf({ keys, markets }: Orders, { view, position }: Found) {
  const { userId, market, symbol } = view.block;
  const [key, pair] = [await keys.byId(userId, position.keyId), markets.findExchangePair(market, symbol)];
  if (!key || !pair) return null;
  const answer = await markets.exchange(market).balances(key.credentials, 'order');
  if (answer.outcome !== 'ok') return null;
  const free = answer.value.find(({ asset }) => asset === pair.base)?.free ?? ZERO;
  const open = openBase(position, booksOf(position, pair));
  const left = free.lt(open) ? free : open;
  const isEnough = left.gte(pair.minQuantity) && left.times(position.price).gte(pair.minNotional);
  return { spent: open.minus(left), isEnough };
}

/** How a position goes on once what was done on the exchange is taken as it is. */
async function adopted(orders: Orders, found: Found): Promise<Settling['set'] | null> {
  const { position } = found;
  const isSpent = position.interference === 'balance-spent';
  if (isSpent && position.section === 'buy') {
    const of = await spentOf(orders, found);
    if (!of) return null;
    return { writtenOff: position.writtenOff.plus(of.spent), ...(of.isEnough ? {} : { released: true as const }) };
  }
  const isDropped = position.orders.some(
    ({ leg, state, cancelAsked }) => leg !== 'entry' && state === 'cancelled' && !cancelAsked,
  );
  return isDropped || isSpent ? { ignoresTargets: true } : {};
}

const NOT_TOLD = 'The exchange did not say what is left. Try again in a moment.';

/** After a hand on the exchange: what it did is taken as it is, or this part of the block is let go. */
export async function settleInterference(
  orders: Orders,
  userId: string,
  { choice, ...named }: Named & { choice: 'adopt' | 'release' },
): Promise<Settled> {
  const found = await find(orders, userId, named);
  const { position } = found;
  if (!position.interference) return { error: 'Nothing happened here that would have to be settled.' };
  const set = choice === 'release' ? { released: true as const } : await adopted(orders, found);
  if (!set) return { error: NOT_TOLD };
  const now = orders.clock();
  const kind = choice === 'adopt' ? 'adopted' : 'released';
  const event = { userId, blockId: named.blockId, positionId: position.id, kind, details: {}, at: now };
  await dealsStore(orders.db, userId).settle(position.id, { blockId: named.blockId, set, event, now });
  return workedOn(orders, userId, named);
}
