import { ZERO } from '../../../lib/decimal.ts';
import type { Orders } from '../orders.ts';
import { booksOf, openBase } from '../life/fold.ts';
import { dealsStore, type Settling } from '../store/deals.store.ts';
import { findPosition, type Found, type Named, type Settled, workedOn } from './find-position.ts';

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
  const found = await findPosition(orders, userId, named);
  const { position } = found;
  if (!position.interference) return { error: 'Nothing happened here that would have to be settled.' };
  const set = choice === 'release' ? { released: true as const } : await adopted(orders, found);
  if (!set) return { error: NOT_TOLD };
  const now = orders.clock();
  const kind = choice === 'adopt' ? 'adopted' : 'released';
  const event = { userId, blockId: named.blockId, positionId: position.id, kind, details: {}, at: now };
  await dealsStore(orders.db, userId).settle(position.id, { blockId: named.blockId, set, event, now });
  return { error: null, ...(await workedOn(orders, userId, named)) };
}
