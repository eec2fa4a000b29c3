import { type Draft, type Order, type OrderList, isOpen } from './order.ts';
import type { Pair } from './pair.ts';

/** A list as asked for: an OCO has two legs and no working order; OTO, OTOCO, OPO and OPOCO have one that goes first. */
export interface ListDraft {
  pair: Pair;
  clientListId: string;
  working: Draft | null;
  /** In the order in which they are listed: the order below before the one above. */
  legs: Draft[];
  /** OPO and OPOCO: the legs' quantity is what the working order received. */
  paysLegs: boolean;
}

/** All of a list's orders as they are listed, the working one first. */
export const ordersOf = ({ working, legs }: OrderList): Order[] => (working ? [working, ...legs] : legs);
export const isListOpen = (list: OrderList): boolean => ordersOf(list).some(isOpen);
const NO_LEGS: readonly Order[] = [];
/** The other leg of an OCO pair, on its own or behind a working order. */
export const siblingOf = (order: Order): Order | null => {
  const [first, second] = order.list?.legs ?? NO_LEGS;
  if (!first || !second) return null;
  if (order === first) return second;
  return order === second ? first : null;
};
