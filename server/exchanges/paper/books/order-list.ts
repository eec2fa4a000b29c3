import type { Pair } from '../pairs.ts';
import { type Draft, type Lock, type Order, isOpen } from './order.ts';

export type Contingency = 'OCO' | 'OTO';
export type ListStatus = 'EXECUTING' | 'ALL_DONE' | 'REJECT';

/** A list as asked for: an OCO has two legs and no working order; OTO, OTOCO, OPO and OPOCO have one that goes first. */
export interface ListDraft {
  pair: Pair;
  clientListId: string;
  working: Draft | null;
  /** In the order in which they are listed: the order below before the one above. */
  legs: Draft[];
  /** OPO and OPOCO: the legs' quantity is what the working order brought in. */
  paysLegs: boolean;
}

export interface OrderList {
  orderListId: number;
  apiKey: string;
  pair: Pair;
  clientListId: string;
  contingency: Contingency;
  status: ListStatus;
  working: Order | null;
  legs: Order[];
  paysLegs: boolean;
  /** What the working order of an OPO brought in so far, kept for the legs. */
  lock: Lock;
  /** UTC epoch ms. */
  time: number;
}

/** All of a list's orders as they are listed, the working one first. */
export const ordersOf = ({ working, legs }: OrderList): Order[] => (working ? [working, ...legs] : legs);
export const isListOpen = (list: OrderList): boolean => ordersOf(list).some(isOpen);
/** The other leg of an OCO pair, on its own or behind a working order. */
export const siblingOf = (order: Order): Order | null => {
  const legs = order.list?.legs ?? [];
  return legs.length === 2 && legs.includes(order) ? (legs.find((leg) => leg !== order) ?? null) : null;
};
export const isLeg = (order: Order): boolean => order.list?.legs.includes(order) ?? false;
