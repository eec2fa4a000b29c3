import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import { booksOf, endedTarget, openBase } from '../../../domain/position/books.ts';
import type { Orders } from '../orders.ts';
import { availableBase } from '../sending/available-base.ts';
import { inDoubtOf } from '../store/external-changes.store.ts';
import { intentOf } from '../intent.ts';
import type { Settling } from '../store/deals.store.ts';
import type { FoundPosition } from './find-position.ts';

/** How a position goes on; a sentence where it cannot, null where the exchange does not say what is there. */
type After = Settling['set'] | string | null;

/** What was taken from a position by hand, base units, and whether an order can trade the rest; null when the exchange does not say. */
async function takenFrom(orders: Orders, { view, position }: FoundPosition) {
  const pair = orders.markets.findExchangePair(view.block.market, view.block.symbol);
  const { traded } = await inDoubtOf(orders.db, position.row);
  const available = pair && (await availableBase(orders, { view, position }));
  if (!pair || !available || available === 'unknown') return null;
  const open = openBase(position, booksOf(position, pair));
  const isBuy = position.section === 'buy';
  const taken = isBuy ? open.minus(available.quantity) : min(traded, open);
  const left = open.minus(taken);
  const isEnough = left.gte(pair.minQuantity) && left.times(position.price).gte(pair.minNotional);
  return { taken: max(taken, ZERO), step: pair.step, isEnough };
}

/** Whether a close or a filled target ends it by itself once nothing is left. */
const isEnding = ({ view, position }: FoundPosition): boolean =>
  intentOf(view, position).ending === 'close' || (!view.intent.plan && endedTarget(position)?.state === 'filled');

/** A target was canceled on the exchange: its owner is content without. */
const isDropped = ({ position }: FoundPosition): boolean =>
  position.orders.some(({ leg, state, cancelAsked }) => leg !== 'entry' && state === 'cancelled' && !cancelAsked);

/** Exits that were found without what they belong to: there is nothing to go on with. */
const isStray = ({ position }: FoundPosition): boolean =>
  position.interference === 'order-found' &&
  position.orders.some(({ leg, side }) => leg !== 'entry' && side === position.section);

/** What was traded by hand, or is not there any more, is written off. */
async function spent(orders: Orders, found: FoundPosition): Promise<After> {
  const { section, writtenOff } = found.position;
  const of = await takenFrom(orders, found);
  if (!of) return null;
  const isBuy = section === 'buy';
  if (of.taken.eq(0)) return isDropped(found) || !isBuy ? { ignoresTargets: true } : {};
  const isOver = !of.isEnough && !isEnding(found);
  return {
    writtenOff: isBuy ? writtenOff.plus(of.taken) : writtenOff.minus(of.taken),
    ...(isOver ? { released: true as const } : {}),
  };
}

/** How a position goes on once what was done on the exchange is taken as it is. */
async function adopted(orders: Orders, found: FoundPosition): Promise<After> {
  if (found.position.interference === 'balance-spent') return spent(orders, found);
  if (isStray(found)) return { released: true };
  return isDropped(found) ? { ignoresTargets: true } : {};
}

const NOT_THERE =
  'The exchange has less than this block holds, so it cannot be kept whole. Adopt what was done, or release this part.';
const CANCELED = 'An order was canceled on the exchange. Adopt that, or release this part.';

/** Other coins were traded by hand: the block is as it was before. A sentence where it cannot be. */
async function kept(orders: Orders, found: FoundPosition): Promise<After> {
  const { view, position } = found;
  if (position.interference !== 'balance-spent') return CANCELED;
  const pair = orders.markets.findExchangePair(view.block.market, view.block.symbol);
  const available = pair && (await availableBase({ ...orders, whole: position.id }, found));
  if (!pair || !available || available === 'unknown') return null;
  if (position.section === 'sell') return {};
  const missing = openBase(position, booksOf(position, pair)).minus(available.quantity);
  return missing.gte(pair.step) ? NOT_THERE : {};
}

export const afterChange = (orders: Orders, found: FoundPosition, choice: 'adopt' | 'keep'): Promise<After> =>
  choice === 'adopt' ? adopted(orders, found) : kept(orders, found);
