import { costOf } from '#contracts/rules/ladder.ts';
import type { Tx } from '../../../db/database.ts';
import { isEntryOver } from '../../../domain/entry-expiry.ts';
import { type SizedCopy, sizedCopy } from './entry/sized-copy.ts';
import { intended } from '../sending/within-limits.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { hasExits } from '../../../domain/position/exits.ts';
import type { CopyPlan } from '../deps.ts';
import type { Orders } from '../orders.ts';
import { entryOf } from '../../../domain/position/books.ts';
import { intentOf } from '../intent.ts';
import type { PositionView } from '../store/block-view.store.ts';
import { dealsStore, type Retried } from '../store/deals.store.ts';
import type { BlockEvent } from '../store/work.store.ts';
import { asGrouped } from '../sending/still-copied.ts';
import { SEND_WITHIN } from '../sending/planned-copy.ts';
import { draftRows, writtenDetails } from '../sending/send-orders.ts';
import { entryDraft } from '../../../domain/position/entry-orders.ts';
import { findPosition, type FoundPosition, type Named, type Settled, workedOn } from './find-position.ts';

/** A refusal that came this moment is taken to its end first. */
async function findSettled(orders: Orders, userId: string, named: Named): Promise<FoundPosition> {
  const found = await findPosition(orders, userId, named);
  const isBeingEnded = found.position.row.endedAt === null && entryOf(found.position)?.state === 'rejected';
  return isBeingEnded ? workedOn(orders, userId, named) : found;
}

const OVER = 'The deal is over: a copy of it would be a late one.';
const EXPIRED = 'The time of this entry is over: a copy of it would be a late one.';
const NOT_COPYING = 'This key does not copy just now: switch it on first.';

/** Tries again what a copy was skipped for or failed at; a copy that was too small is sized anew. */
export async function retryCopy(orders: Orders, userId: string, named: Named): Promise<Settled> {
  const found = await findSettled(orders, userId, named);
  const { view, position } = found;
  orders.trading.mustBeOpen(userId);
  const { row } = position;
  if (row.ordinal === 0) return { error: 'The main key places a new order instead.' };
  const isUnplaced = row.endReason === 'rejected' || row.skipCode !== null;
  const isStuck = row.endedAt === null && row.reason !== null;
  if (!isUnplaced && !isStuck) return { error: 'Nothing failed here: there is nothing to try again.' };
  const [main] = view.positions;
  if (!view.block.open || !main || (isUnplaced && isEnding(found, main))) return { error: OVER };
  // What is placed keeps its size: only what failed since is done again.
  const error = isUnplaced ? await placeAnew(orders, found, main) : await goOn(orders, found);
  return error === null ? { error, ...(await workedOn(orders, userId, named)) } : { error };
}

const isEnding = ({ view, position }: FoundPosition, main: PositionView): boolean =>
  main.row.endedAt !== null || intentOf(view, position).ending !== 'none';

const retried = ({ view: { block }, position }: FoundPosition, at: number): BlockEvent => ({
  userId: block.userId,
  blockId: block.id,
  positionId: position.id,
  kind: 'retried',
  details: {},
  at,
});

async function goOn({ db, clock }: Orders, found: FoundPosition): Promise<string | null> {
  const { userId, id: blockId } = found.view.block;
  const now = clock();
  const again = { blockId, afresh: null, events: [retried(found, now)], now };
  return (await dealsStore(db, userId).retry(found.position.id, again)) === 'over' ? OVER : null;
}

/** Sized by the balance now, written down within the limits, and sent. Answers why not. */
async function placeAnew(orders: Orders, found: FoundPosition, main: PositionView): Promise<string | null> {
  const { view, position } = found;
  const { userId, id: blockId, market, symbol } = view.block;
  if (isEntryOver(view.intent, orders.clock())) return EXPIRED;
  const key = await orders.keys.byId(userId, position.keyId);
  const pair = orders.markets.findExchangePair(market, symbol);
  if (!key || !pair) return NOT_COPYING;
  const size = await sizedAnew(orders, found, { main, pair });
  if (typeof size === 'string') return size;
  const now = orders.clock();
  const rows = draftRows(view, position, {
    ...entryDraft({ block: view.block, exits: view.intent, position: { ...size, orders: [] } }),
    now,
    state: 'planned',
  });
  const written = rows.map((row) => ({ ...retried(found, now), kind: 'order-written', details: writtenDetails(row) }));
  const again = {
    blockId,
    afresh: { ...size, orders: rows, sendBefore: now + SEND_WITHIN },
    events: [retried(found, now), ...written],
    now,
  };
  const deal = intended(view.block, { pair, price: size.price }, { main: null, copies: [size] });
  const done: { as: Retried; over: string | null } = { as: 'over', over: null };
  await orders.limits.admit(userId, deal, async (tx, [over]) => {
    done.over = over ?? (await notCopying(orders, tx, { found, main, size }));
    if (done.over === null) done.as = await dealsStore(tx, userId).retry(position.id, again);
  });
  if (done.over !== null) return done.over;
  return done.as === 'over' ? OVER : null;
}

interface Anew {
  found: FoundPosition;
  main: PositionView;
  size: Pick<SizedCopy, 'quantity'>;
}

/** Why the key does not copy the deal when it is written; null where it does. */
async function notCopying(orders: Orders, tx: Tx, { found, main, size }: Anew): Promise<string | null> {
  const { keyId, row } = found.position;
  const copies: CopyPlan[] = [{ keyId, quantity: size.quantity, skip: null }];
  const [copy] = (await asGrouped(orders, tx, { userId: row.userId, mainKeyId: main.keyId, copies })).copies;
  if (!copy?.skip) return null;
  return copy.skip.code === 'LOSS_LIMIT' ? copy.skip.sentence : NOT_COPYING;
}

/** What the copy is by its balance now, or why it cannot be. */
async function sizedAnew(
  orders: Orders,
  { view, position }: FoundPosition,
  { main, pair }: { main: PositionView; pair: ExchangePair },
) {
  const { keyId: mainKeyId, price, quantity, limits = null } = main;
  const { userId, market, symbol, section } = view.block;
  const alreadySpent = section === 'buy' ? costOf(limits ?? [{ price, quantity }]) : quantity;
  const deal = { userId, mainKeyId, market, symbol, section, price, quantity, alreadySpent };
  const plan = (await orders.planCopies(deal)).find(({ keyId }) => keyId === position.keyId);
  if (!plan) return NOT_COPYING;
  const { skip, ...size } = sizedCopy(plan, { pair, price, limits }, section);
  if (skip) return skip.sentence;
  const withCoins = await orders.bots.keysWithCoins(userId, pair.base);
  const withTargets = position.withTargets && hasExits(view.intent) && !withCoins.has(position.keyId);
  return { ...size, withTargets };
}
