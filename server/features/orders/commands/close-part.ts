import { createHash } from 'node:crypto';
import type { Big } from 'big.js';
import { grouped, min, ZERO } from '#contracts/rules/decimal.ts';
import { partFault } from '#contracts/rules/part-close.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { isDuplicate } from '../../../db/database.ts';
import { planExits } from '../../../domain/exits/plan-exits.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { endedTarget, entryOf, liveOf, shortOf } from '../../../domain/position/books.ts';
import { exitPrice } from '../../../domain/position/exits.ts';
import { Refusal } from '../../../lib/errors.ts';
import { intentOf } from '../intent.ts';
import type { Orders } from '../orders.ts';
import { nextAttempt } from '../../../domain/position/entry-orders.ts';
import { draftRows, writtenDetails } from '../sending/send-orders.ts';
import { SEND_WITHIN } from '../sending/planned-copy.ts';
import { type BlockView, type PositionView, readView } from '../store/block-view.store.ts';
import { partStore, type Part } from '../store/parts.store.ts';
import type { NewOrder } from '../store/work.store.ts';
import { actedOn, hasLiveEntry, mainOf, openBlock, unsettledFault } from './change-intent.ts';
import type { Ended } from './end-block.ts';

export interface WantedPart {
  blockId: string;
  /** Base units of the main key. */
  quantity: Big;
  requestId: string;
}

const NOT_KNOWN = 'What this block holds is not known yet. Try again in a moment.';
const AT_ONCE = 'This block was changed at the same moment. Look at it and try again.';

/** The id of the main key's order: of one person and one request there is one. */
function orderIdOf(userId: string, requestId: string): string {
  const hash = createHash('sha256').update(`part ${userId} ${requestId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Why no part of a position can be closed as it stands; null where one can. */
function stateFault(position: PositionView, { intent }: BlockView): string | null {
  const entry = entryOf(position);
  if (!entry || entry.filledQuantity.eq(0)) return 'This entry has not begun to fill: it can be removed, not closed.';
  if (hasLiveEntry(position)) return 'The entry is still being filled: first cancel the rest of it.';
  if (liveOf(position, ['close', 'rest']).length > 0) return 'A part of it is being closed already.';
  const isFilling = liveOf(position, ['take-profit', 'stop-loss']).some(({ filledQuantity }) => filledQuantity.gt(0));
  const isEnded = !intent.plan && endedTarget(position)?.state === 'filled';
  if (isFilling || position.stopReachedAt !== null || isEnded) return 'A target of it is being filled.';
  return unsettledFault(position);
}

interface Holding {
  /** Base units that a close of the whole would trade. */
  open: Big;
  market: Big;
  lowest: Big;
}

/** What a position holds, and the lowest price at which the rest of it is to be traded; null while not known. */
async function holdingOf(orders: Orders, view: BlockView, position: PositionView): Promise<Holding | null> {
  const { userId, market, symbol } = view.block;
  const of = { userId, keyId: position.keyId, market, symbol };
  const context = shortOf(position).length > 0 ? null : await orders.marketContext.of(of, { needsFee: true });
  if (!context?.market) return null;
  const intent = intentOf(view, position);
  const exits = (['take-profit', 'stop-loss'] as const).flatMap((target) => exitPrice(intent, target) ?? []);
  return {
    open: planExits(position, intent, context).open,
    market: context.market,
    lowest: min(context.market, ...exits),
  };
}

const faultOf = (quantity: Big, { open, market, lowest }: Holding, pair: ExchangePair): string | null => {
  const { step, minQuantity, minNotional, base } = pair;
  const most = pair.marketQuantity?.max ?? pair.maxQuantity;
  return partFault(quantity, { held: open, step, minQuantity, minNotional, most, market, lowest }, base);
};

interface Sized {
  pair: ExchangePair;
  quantity: Big;
  holding: Holding;
}

async function sizePart(orders: Orders, view: BlockView, wanted: Big): Promise<Sized | string> {
  const { market, symbol } = view.block;
  const halt = await orders.markets.haltOf(market, symbol);
  if (halt) return `${halt.sentence} Nothing of this block can be closed now.`;
  const main = mainOf(view);
  if (view.intent.ending === 'close' || main.row.endedAt !== null) return 'This block is being closed already.';
  const fault = stateFault(main, view);
  if (fault !== null) return fault;
  const pair = orders.markets.findExchangePair(market, symbol);
  const holding = pair && (await holdingOf(orders, view, main));
  if (!pair || !holding) return NOT_KNOWN;
  const quantity = floorTo(pair.step, wanted);
  return faultOf(quantity, holding, pair) ?? { pair, quantity, holding };
}

type CopyPart = { quantity: Big } | { sentence: string } | null;

const kept = (sentence: string): CopyPart => ({
  sentence: `A part was closed on the main key, not here: ${sentence}`,
});

/** The same share of what a copy holds; a sentence where it stays whole, null where it holds nothing. */
async function copyPart(orders: Orders, view: BlockView, of: Sized & { copy: PositionView }): Promise<CopyPart> {
  const { copy, pair, quantity: mainSold, holding } = of;
  if (copy.row.endedAt !== null || !entryOf(copy)?.filledQuantity.gt(0)) return null;
  const fault = stateFault(copy, view);
  if (fault !== null) return kept(fault);
  const own = await holdingOf(orders, view, copy);
  if (!own) return kept(NOT_KNOWN);
  const quantity = orders.closingQuantity(pair.step, { held: own.open, mainSold, mainHeld: holding.open });
  const tooSmall = faultOf(quantity, own, pair);
  return tooSmall === null ? { quantity } : kept(`it would be ${grouped(quantity)} ${pair.base}. ${tooSmall}`);
}

function rowOf(view: BlockView, position: PositionView, of: { quantity: Big; attempt: number; now: number }): NewOrder {
  const side = position.section === 'buy' ? 'sell' : 'buy';
  const draft = { leg: 'close', side, type: 'market', price: ZERO, stopPrice: null } as const;
  const orders = [{ ...draft, quantity: of.quantity, attempt: of.attempt }];
  const [row] = draftRows(view, position, { orders, asList: false, now: of.now, state: 'planned' });
  if (!row) throw new Error('An order without a row.');
  return row;
}

/** The orders of every key, with what is said of them: written down at once, sent by the engine. */
async function writtenPart(orders: Orders, view: BlockView, of: { sized: Sized; orderId: string }): Promise<Part> {
  const now = orders.clock();
  const { userId, id: blockId } = view.block;
  const [main, ...copies] = view.positions;
  if (!main) throw new Error('A block without a position.');
  const attempt = Math.max(...view.positions.map(({ orders: own }) => nextAttempt(own, 'close')));
  const { sized, orderId } = of;
  const mainRow = rowOf(view, main, { quantity: sized.quantity, attempt, now });
  const clientOrderId = `TD${orderId.replaceAll('-', '')}`;
  const part: Part = {
    rows: [{ ...mainRow, id: orderId, clientOrderId }],
    reasons: new Map(),
    events: [],
    now,
    sendBefore: now + SEND_WITHIN,
  };
  const about = { userId, blockId, at: now };
  const share = sized.quantity.div(sized.holding.open).times(100).round(0).toFixed();
  const details = { quantity: sized.quantity.toFixed(), share };
  part.events.push({ ...about, positionId: null, kind: 'part-asked', details });
  const sizes = await Promise.all(copies.map((copy) => copyPart(orders, view, { ...sized, copy })));
  for (const [index, copy] of copies.entries()) {
    const size = sizes[index];
    if (size && 'quantity' in size) part.rows.push(rowOf(view, copy, { quantity: size.quantity, attempt, now }));
    if (size && 'sentence' in size) {
      part.reasons.set(copy.id, size.sentence);
      part.events.push({
        ...about,
        positionId: copy.id,
        kind: 'skipped',
        details: { code: 'PART', sentence: size.sentence },
      });
    }
  }
  for (const row of part.rows)
    part.events.push({ ...about, positionId: row.positionId, kind: 'order-written', details: writtenDetails(row) });
  return part;
}

const isWritten = (view: BlockView | null, orderId: string): boolean =>
  view?.positions.some(({ orders }) => orders.some(({ id }) => id === orderId)) ?? false;

/** Sells, or buys back, a part at market on every key; what protects the rest is in place before. Once for a request. */
export async function closePart(orders: Orders, userId: string, wanted: WantedPart): Promise<Ended> {
  const { blockId, requestId, quantity } = wanted;
  const view = await openBlock(orders, userId, blockId);
  const orderId = orderIdOf(userId, requestId);
  const ref = { userId, blockId };
  const since = orders.clock();
  if (isWritten(view, orderId)) return { error: null, changed: await actedOn(orders, ref, since) };
  orders.trading.mustBeOpen(userId);
  const sized = await sizePart(orders, view, quantity);
  if (typeof sized === 'string') return { error: sized };
  const part = await writtenPart(orders, view, { sized, orderId });
  try {
    if (!(await partStore(orders.db, userId).add(blockId, part)))
      return { error: 'This block is being closed already.' };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    if (!isWritten(await readView(orders.db, ref), orderId)) throw new Refusal('conflict', AT_ONCE);
  }
  return { error: null, changed: await actedOn(orders, ref, since) };
}
