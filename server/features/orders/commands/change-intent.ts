import type { Big } from 'big.js';
import { BOT_TICKS_APART, exitsFault } from '#contracts/rules/target-bounds.ts';
import { type Exits, exitPrice } from '../../../domain/position/exits.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { Refusal } from '../../../lib/errors.ts';
import { exitDetails, intentOf } from '../intent.ts';
import type { Orders } from '../orders.ts';
import { type EntryContext, exitFault, entryContext } from './exit-faults.ts';
import { booksOf, entryOf, shortOf } from '../../../domain/position/books.ts';
import type { Intent, OrderFact } from '../../../domain/position/position.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import { type BlockRef, type BlockView, type PositionView, readView } from '../store/block-view.store.ts';
import { dealsStore } from '../store/deals.store.ts';

export interface Failure {
  uid: string;
  connectorName: string;
  error: string;
}
export interface Changed {
  view: BlockView;
  failed: Failure[];
}

const GONE = 'This order is not among your open orders.';
const LOST = 'The exchange did not answer in time. What became of it is being looked up; the row shows it.';

const SETTLE_FIRST = 'Its orders were changed on the exchange: adopt what was done there, or release this part, first.';

const GOING_OVER = 'It is being joined or split: that comes first. Try again in a moment.';

/** Until its owner has settled what was done on the exchange, nothing else is done about a position. */
export const unsettledFault = ({ interference, row, handsOver }: PositionView): string | null => {
  if (row.endedAt !== null) return null;
  if (interference) return SETTLE_FIRST;
  return handsOver ? GOING_OVER : null;
};

/** The person's own open block; whatever else is 'not there'. */
export async function openBlock({ db }: Orders, userId: string, blockId: string): Promise<BlockView> {
  const view = await readView(db, { userId, blockId });
  if (!view?.block.open) throw new Refusal('not-found', GONE);
  return view;
}

export const mainOf = ({ positions }: BlockView): PositionView => {
  const [main] = positions;
  if (!main) throw new Error('A block without a position.');
  return main;
};

const isFilling = (position: PositionView): boolean => entryOf(position)?.filledQuantity.gt(0) ?? false;
/** It rests unfilled: what is wanted now is placed with its first fill. */
export const isWaiting = (position: PositionView): boolean => hasLiveEntry(position) && !isFilling(position);

/** Its targets wait on the exchange in one list with it: for others, the entry is placed anew. */
const waitsWithTargets = (position: PositionView): boolean =>
  isWaiting(position) && position.orders.some(({ leg, state }) => leg !== 'entry' && isLive(state));

/** Why a position can have no targets now, whatever their prices. */
const stageFault = (main: PositionView): string | null =>
  isFilling(main) || isWaiting(main) ? null : 'Targets can be set once the entry has begun to fill.';

/** Of an entry that waits they are placed at its own price; a copy that holds something has them at once. */
function pricesFor(view: BlockView, last: Big): Big[] {
  const main = mainOf(view);
  if (isFilling(main)) return [last];
  return isHeld(view) ? [main.price, last] : [main.price];
}

export interface WantedExits {
  exits: Exits;
  /** They are computed by a bot. */
  byBot?: boolean | undefined;
}

/** Why targets cannot be set on a block as it stands, in the spec's words where it has them. */
export function targetsFault(orders: Orders, view: BlockView, { exits, byBot = false }: WantedExits): string | null {
  const { market, symbol, section: side } = view.block;
  const pair = orders.markets.findExchangePair(market, symbol);
  const last = orders.markets.lastPrice(market, symbol)?.price;
  if (!pair || !last) return `${market} has no price for this pair yet. Try again in a moment.`;
  const main = mainOf(view);
  const stage = stageFault(main);
  if (stage !== null) return stage;
  const desired = { takeProfit: exitPrice(exits, 'take-profit'), stopLoss: exitPrice(exits, 'stop-loss') };
  const { percentPrice: percent, tick } = pair;
  for (const price of pricesFor(view, last)) {
    const context = { side, market: price, tick, ...(byBot && { ticksApart: BOT_TICKS_APART }) };
    const fault =
      exitsFault(desired, context, percent && { average: price, percent }) ??
      exitFault(exits, exitSceneOf(orders, main, pair), price);
    if (fault !== null) return fault;
  }
  return null;
}

/** What a position holds; while its entry still fills, or its trades are not all read, what it will hold. */
export function exitSceneOf({ marketContext }: Orders, position: PositionView, pair: ExchangePair): EntryContext {
  const { section: side, counterEarning, price, quantity, keyId } = position;
  const fee = marketContext.feeOf({ keyId, symbol: pair.symbol });
  const terms = { side, counterEarning, fee, step: pair.step };
  return hasLiveEntry(position) || shortOf(position).length > 0
    ? entryContext(pair, { side, quantity, counter: price.times(quantity) }, terms)
    : { pair, moved: booksOf(position, pair), terms };
}

/** Ms that the answer waits for the slowest key; what it says later shows in its row. */
const ANSWER_WITHIN = 4000;

interface IntentChange extends Partial<Pick<Intent, 'takeProfits' | 'stop' | 'ending' | 'timing'>> {
  /** Its exits are a plan from now on. */
  asPlan?: boolean;
}

/** Whether the exchange has refused the close on each key: it is over, and what is wanted later does not ask for it again. */
const isCloseOver = (view: BlockView): boolean =>
  view.intent.ending === 'close' &&
  view.positions.every((position) => position.row.endedAt !== null || intentOf(view, position).ending !== 'close');

/** Writes down what is wanted, has it worked on, and says what could not be done, key by key. */
export async function changeIntent(
  orders: Orders,
  view: BlockView,
  { asPlan = false, ...change }: IntentChange,
): Promise<Changed> {
  const { db, clock } = orders;
  const set = isCloseOver(view) ? { ending: 'none' as const, ...change } : change;
  const { userId, id: blockId } = view.block;
  const now = clock();
  const intent = { ...view.intent, ...set };
  const details = { ...exitDetails(intent), ending: intent.ending };
  const event = { userId, blockId, positionId: null, kind: 'wish', details, at: now };
  const isOfTargets = set.takeProfits !== undefined || set.stop !== undefined;
  // An entry that is removed is not placed anew.
  const anew =
    isOfTargets && set.ending !== 'remove' ? view.positions.filter(waitsWithTargets).map(({ id }) => id) : [];
  if (!(await dealsStore(db, userId).intent(blockId, { set, asPlan, anew, event, now })))
    throw new Refusal('not-found', GONE);
  return actedOn(orders, { userId, blockId }, now);
}

/** Has what is written down worked on, and says what could not be done since, key by key. */
export async function actedOn({ db, engine }: Orders, ref: BlockRef, since: number): Promise<Changed> {
  engine.schedule(ref);
  await engine.idle(ref, ANSWER_WITHIN);
  const after = await readView(db, ref);
  if (!after) throw new Refusal('not-found', GONE);
  return { view: after, failed: failuresIn(after, since) };
}

/** Refused, or not taken just now. */
const isNotTaken = ({ state, exchangeOrderId }: OrderFact): boolean =>
  state === 'rejected' || (state === 'expired' && exchangeOrderId === null);

/** What was refused or lost since `since`, one line a key. */
function failuresIn({ positions }: BlockView, since: number): Failure[] {
  return positions.flatMap((position) => {
    const unsure = position.orders.some(({ state }) => state === 'unknown');
    const refused = position.orders.find((order) => order.placedAt >= since && isNotTaken(order));
    const unsettled = unsettledFault(position);
    const error = unsure ? LOST : (refused?.reason ?? position.row.reason ?? unsettled);
    const isOld = !unsure && !refused && !unsettled && position.row.updatedAt < since;
    return error && !isOld ? [{ uid: position.keyId, connectorName: position.keyName, error }] : [];
  });
}

/** Some key's part has begun to fill and is not over: a copy may hold what the main key never bought. */
export const isHeld = ({ positions }: BlockView): boolean =>
  positions.some((position) => position.row.endedAt === null && entryOf(position)?.filledQuantity.gt(0));

export const hasLiveEntry = (position: PositionView): boolean => {
  const entry = entryOf(position);
  return entry !== undefined && isLive(entry.state);
};
