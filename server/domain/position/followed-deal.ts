import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { exitsAt, hasExits } from './exits.ts';
import { isLive } from './order-state.ts';
import { entryOf, ofLegs } from './books.ts';
import type { OrderFact, Position, Intent } from './position.ts';

/** So much of what was bought is as good as all of it: fees and steps leave something over. */
const ALL_BUT_DUST = '0.99';
const STOPS: ReadonlySet<OrderFact['type']> = new Set(['stop', 'stop-limit']);
const TAKES: ReadonlySet<OrderFact['type']> = new Set(['take-profit', 'take-profit-limit']);

type Exit = Pick<OrderFact, 'type' | 'externalListId'>;
const isStop = ({ type }: Exit): boolean => STOPS.has(type);
const isTake = ({ type, externalListId }: Exit): boolean =>
  TAKES.has(type) || (externalListId !== null && !STOPS.has(type));
/** It waits for a price, and copies wait for the same price by orders of their own. */
export const isTarget = (exit: Exit): boolean => isStop(exit) || isTake(exit);

const isTakenBack = ({ state }: OrderFact): boolean => state === 'cancelled' || state === 'expired';
const traded = (orders: readonly OrderFact[]): Big =>
  orders.reduce((sum, { filledQuantity }) => sum.plus(filledQuantity), ZERO);
const exitsOf = (main: Position): OrderFact[] => ofLegs(main, ['close']).filter(({ isExternal }) => isExternal);

/** The last of its kind says it; taken back, or for no more than a part of what is held, it says nothing. */
function targetAt(exits: readonly OrderFact[], fits: (exit: Exit) => boolean, held: Big): Big | null {
  const last = exits.findLast(fits);
  const isMeant = last && last.state !== 'cancelled' && last.state !== 'rejected';
  return isMeant && last.quantity.gte(held.times(ALL_BUT_DUST)) ? (last.stopPrice ?? last.price) : null;
}

/** What its copies stand for is gone: nothing more is bought for it. */
function isOver(main: Position): boolean {
  const entry = entryOf(main);
  if (!entry || isLive(entry.state)) return false;
  const isSold = entry.filledQuantity.gt(0) && traded(exitsOf(main)).gte(entry.filledQuantity.times(ALL_BUT_DUST));
  return isSold || isTakenBack(entry);
}

/**
 * What the copies of a deal that was made directly on the exchange are to do: what the main key's owner does there, as
 * long as nothing was asked for here.
 */
export function followedIntent(intent: Intent, main: Position): Intent {
  if (intent.ending !== 'none') return intent;
  const exits = exitsOf(main);
  const held = traded(ofLegs(main, ['entry'])).minus(traded(exits.filter((exit) => !isTarget(exit))));
  const followed = exitsAt(targetAt(exits, isTake, held), targetAt(exits, isStop, held));
  return {
    ...(hasExits(intent) ? intent : followed),
    ending: isOver(main) ? 'remove' : 'none',
    withdrawn: new Set(exits.filter((exit) => !isTarget(exit) && isTakenBack(exit)).map(({ attempt }) => attempt)),
  };
}

/** A copy at another price than its original follows what was traded: at once or not at all, never a resting order. */
export function isAtOnceOrNever(main: Position, copy: Pick<OrderFact, 'leg' | 'type' | 'price' | 'attempt'>): boolean {
  if (copy.type !== 'limit') return false;
  if (copy.leg === 'entry') return !copy.price.eq(main.price);
  const original = exitsOf(main).find(({ attempt }) => attempt === copy.attempt);
  return copy.leg === 'close' && original !== undefined && !original.price.eq(copy.price);
}
