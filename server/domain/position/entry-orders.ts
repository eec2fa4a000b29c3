import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Limit } from '#contracts/rules/ladder.ts';
import type { Side } from '#contracts/rules/side.ts';
import { basisPoints } from '../exit-plan/distance.ts';
import type { OrderTerms } from '../market/exchange-order.ts';
import { leftOfEntry } from './changed-entry.ts';
import type { EntryTrigger } from './entry-trigger.ts';
import { hasExits, type Exits } from './exits.ts';
import type { Leg, OrderFact, Position } from './position.ts';

export interface Drafted {
  leg: Leg;
  side: Side;
  type: OrderTerms['type'];
  price: Big | null;
  stopPrice: Big | null;
  quantity: Big;
  /** Where it answers to another order's; else the next of its leg. */
  attempt?: number;
  /** The target of a plan that it is for, or its number among the limits of an entry. */
  target?: number;
  /** Basis points by which it trails. */
  trailingDelta?: number;
}

export const nextAttempt = (orders: readonly Pick<OrderFact, 'leg' | 'attempt'>[], of: Leg): number =>
  orders.reduce((last, { leg, attempt }) => (leg === of ? Math.max(last, attempt) : last), 0) + 1;

interface Entry {
  block: { section: Side; trigger?: EntryTrigger | null };
  exits: Exits;
  position: Pick<Position, 'price' | 'quantity' | 'limits' | 'withTargets' | 'changedEntry' | 'orders'>;
}

/** Together with its targets while nothing of it has filled. */
const goesWithTargets = ({ exits, position }: Entry): boolean =>
  position.withTargets && hasExits(exits) && leftOfEntry(position).eq(position.quantity);

/** EX-9: what it waits for, as the exchange holds it. */
function triggered(trigger: EntryTrigger | null = null): Pick<Drafted, 'type' | 'stopPrice' | 'trailingDelta'> {
  if (!trigger) return { type: 'limit', stopPrice: null };
  const { type, price, trailing } = trigger;
  if (!trailing) return { type, stopPrice: price };
  return { type, stopPrice: trailing.atOnce ? null : price, trailingDelta: basisPoints(trailing.distance) };
}

/** EX-9: each limit of several is an order of its own, by its number. */
const limitDrafts = ({ section: side }: Entry['block'], limits: readonly Limit[]): Drafted[] =>
  limits.map((limit, at) => ({ leg: 'entry', side, type: 'limit', stopPrice: null, ...limit, target: at + 1 }));

/** An entry, or what is left of one that was changed, with its targets where they go out together. */
export function entryDraft(of: Entry): { orders: Drafted[]; asList: boolean } {
  const { block, exits, position } = of;
  if (position.limits) return { orders: limitDrafts(block, position.limits), asList: false };
  const { changedEntry = 0 } = position;
  const entry: Drafted = {
    leg: 'entry',
    side: block.section,
    ...triggered(block.trigger),
    price: position.price,
    quantity: leftOfEntry(position),
    ...(changedEntry > 0 ? { attempt: Math.max(changedEntry, nextAttempt(position.orders, 'entry')) } : {}),
  };
  if (!goesWithTargets(of)) return { orders: [entry], asList: false };
  const exit = block.section === 'buy' ? 'sell' : 'buy';
  const common = { side: exit, quantity: ZERO } as const;
  const targets: Drafted[] = [];
  // EX-14: a plan's first target, for everything; it is cut once the entry has filled.
  for (const { price } of exits.takeProfits.slice(0, 1))
    targets.push({ ...common, leg: 'take-profit', type: 'limit', price, stopPrice: null });
  if (exits.stop) targets.push({ ...common, leg: 'stop-loss', type: 'stop', price: null, stopPrice: exits.stop.price });
  return { orders: [entry, ...targets], asList: true };
}
