import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { exitPrice } from '../../../../domain/position/exits.ts';
import { wireAmount } from '../../../../lib/decimal.ts';
import { booksOf, ofLegs } from '../../../../domain/position/books.ts';
import { exitQuantity } from '../../../../domain/exits/exit-terms.ts';
import type { Leg, OrderFact, Position, Intent } from '../../../../domain/position/position.ts';
import { isLive } from '../../../../domain/position/order-state.ts';
import { average, type FilledPart, filledPart } from './filled-part.ts';
import type { RowContext } from './row-context.ts';

type Target = 'take-profit' | 'stop-loss';
type Name = 'TakeProfit' | 'StopLoss';

export type TargetFields<N extends Name> = Pick<
  OrderBlock,
  Extract<keyof OrderBlock, `second${N}${string}` | `secondFirst${N}${string}`>
>;

export interface TargetContext {
  position: Position;
  intent: Intent;
  /** An ended position plans nothing any more. */
  ended: boolean;
  context: RowContext;
}

interface Placed {
  price: Big;
  quantity: Big;
  time: number;
  orderId: string;
}

const PART_DECIMALS = 8;
const UNPLACED: Placed = { price: ZERO, quantity: ZERO, time: 0, orderId: '' };

/** A list holds one quantity for both targets: what it left over is traded by an order of its own (trading rule 6). */
function legsOf(target: Target, { section }: Position): readonly Leg[] {
  const completed = section === 'buy' ? 'stop-loss' : 'take-profit';
  return target === completed ? [target, 'rest'] : [target];
}

const priceOf = ({ stopPrice, price }: OrderFact): Big => stopPrice ?? price;

/** The order that holds a target with its current price, or did. */
function holderOf(target: Target, desired: Big | null, position: Position): OrderFact | undefined {
  const orders = ofLegs(position, [target]).filter(({ state }) => state !== 'rejected');
  const live = orders.find(({ state }) => isLive(state));
  const last = orders.at(-1);
  const isDesired = last && desired && (priceOf(last).eq(desired) || priceOf(last).eq(0));
  return live ?? (isDesired ? last : undefined);
}

/** A target that only this server holds has no order: it shows what would be traded. */
function placedOf(target: Target, filled: FilledPart, { position, intent, ended, context }: TargetContext): Placed {
  const desired = ended && filledPart(position, ['entry']).quantity.eq(0) ? null : exitPrice(intent, target);
  const holder = holderOf(target, desired, position);
  if (!holder) {
    if (!desired) return UNPLACED;
    const books = booksOf(position, context.pair);
    const open = ended ? ZERO : exitQuantity({ position, books, marketContext: context }, desired);
    return { ...UNPLACED, price: desired, quantity: filled.quantity.plus(open) };
  }
  const quantity = ofLegs(position, legsOf(target, position))
    .map((order) => (order === holder || isLive(order.state) ? order.quantity : order.filledQuantity))
    .reduce((sum, amount) => sum.plus(amount), ZERO);
  const price = priceOf(holder).gt(0) ? priceOf(holder) : (desired ?? ZERO);
  return { price, quantity, time: holder.placedAt, orderId: holder.exchangeOrderId ?? '' };
}

/** Base units that a target would trade to take out the whole entry. */
function wholeExit(position: Position, price: Big, context: RowContext): Big {
  const alone = { ...position, orders: ofLegs(position, ['entry']) };
  return exitQuantity({ position: alone, books: booksOf(alone, context.pair), marketContext: context }, price);
}

function partOf(entry: FilledPart, quantity: Big, whole: Big): { quantity: Big; counter: Big } {
  if (whole.eq(0) || quantity.eq(0)) return { quantity: ZERO, counter: ZERO };
  if (quantity.gte(whole)) return { quantity: entry.quantity, counter: entry.counter };
  const part = (amount: Big) => amount.times(quantity).div(whole).round(PART_DECIMALS, 0);
  return { quantity: part(entry.quantity), counter: part(entry.counter) };
}

export function targetFields<const N extends Name>(name: N, of: TargetContext): TargetFields<N> {
  const { position, context } = of;
  const target = name === 'TakeProfit' ? 'take-profit' : 'stop-loss';
  const filled = filledPart(position, legsOf(target, position));
  const placed = placedOf(target, filled, of);
  const price = placed.price.gt(0) ? placed.price : average(filled);
  const whole = price.gt(0) ? wholeExit(position, price, context) : ZERO;
  const entry = filledPart(position, ['entry']);
  const [stands, done] = [partOf(entry, placed.quantity, whole), partOf(entry, filled.quantity, whole)];
  return {
    [`second${name}PlacedPrice`]: placed.price,
    [`second${name}PlacedQuantity`]: wireAmount(placed.quantity),
    [`second${name}PlacedCounterQuantity`]: wireAmount(placed.price.times(placed.quantity)),
    [`second${name}PlacedTime`]: placed.time,
    [`second${name}PlacedOrderId`]: placed.orderId,
    [`second${name}FilledPrice`]: shownAverage(filled, context),
    [`second${name}FilledQuantity`]: wireAmount(filled.quantity),
    [`second${name}FilledCounterQuantity`]: wireAmount(filled.counter),
    [`second${name}FilledTime`]: filled.at,
    [`second${name}FilledOrderId`]: filled.orderId,
    [`secondFirst${name}PlacedQuantity`]: wireAmount(stands.quantity),
    [`secondFirst${name}PlacedCounterQuantity`]: wireAmount(stands.counter),
    [`secondFirst${name}FilledQuantity`]: wireAmount(done.quantity),
    [`secondFirst${name}FilledCounterQuantity`]: wireAmount(done.counter),
  } as TargetFields<N>;
}

/** Finer than the price step by two digits, and never finer than what prices are shown with. */
export const shownAverage = (filled: FilledPart, { shown }: RowContext): Big =>
  wireAmount(average(filled).round(Math.min(shown.counterRound + 2, 8), 0));
