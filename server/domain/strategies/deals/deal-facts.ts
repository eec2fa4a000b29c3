import type { Big } from 'big.js';
import type { LeastOrder } from '#contracts/rules/least-order.ts';
import type { Left } from '../../averaging/block-facts.ts';

export interface DealRules extends LeastOrder {
  step: Big;
  tick: Big;
  /** Rate taken off what a trade brings in. */
  fee: Big;
}

/** What has filled of a deal. */
export interface Bought {
  /** Counter units spent. */
  spent: Big;
  /** Base units after fees. */
  net: Big;
}

/** What an order block of a deal was opened for: its base order, an addition, or to hold what earlier ones have bought. */
export type DealLeg = 'base' | 'addition' | 'joined';

export interface DealExits {
  takeProfit: Big | null;
  stop: Big | null;
}

/** PB-9: an entry that waits for a price. */
export interface UnitOrder {
  trigger: Big;
  /** Average true range that it was sized by, counter units. */
  range: Big;
  /** Base units. */
  quantity: Big;
}

/** An order block of a deal, as it stands on the main key. */
export interface DealBlock {
  id: string;
  leg: DealLeg;
  /** Of its leg, from 1; 0 for the base order. */
  number: number;
  /** Counts the orders of one leg and number, from 1. */
  attempt: number;
  /** `unwritten`: nothing of it was stored yet; `unsure`: the exchange has not confirmed it. */
  entry: 'unwritten' | 'unsure' | 'resting' | 'ended';
  /** Why nothing more is tried with it: it was refused, or too little is left to sell. */
  fault: string | null;
  /** We took its entry down. */
  takenDown: boolean;
  /** False once it has ended, and while nothing of it is stored. */
  isOpen: boolean;
  /** What it ended by; null while it has not. */
  end: string | null;
  isClosing: boolean;
  /** It waits for others that go over to it, or goes over itself. */
  isMoving: boolean;
  /** A change on the exchange waits for a decision of its owner. */
  asksOwner: boolean;
  /** Each trade that the exchange speaks of is known. */
  isBooked: boolean;
  /** Nothing stands against joining it with others. */
  isJoinable: boolean;
  exits: DealExits;
  /** By its entry, whatever became of it since. */
  entered: { quantity: Big; counter: Big };
  /** What it holds and what that cost; nothing where it went over to another block. */
  bought: Bought;
  /** What becomes of an order or a trade of it is still to be known; left out, nothing. */
  isAtWork?: boolean;
  /** From when on its close may be asked for, UTC epoch ms: a pause after a refusal; left out, at once. */
  closeAt?: number;
  /** What copy keys have of it; left out, nothing. */
  left?: readonly Left[];
  /** Of one that waits, or waited, for a price. */
  unit?: UnitOrder | null;
}

/** How a deal ends: what is held is sold, or stays with its owner. */
export type DealEnding = 'sell' | 'keep';

export interface DealFacts {
  blocks: readonly DealBlock[];
  ending: DealEnding | null;
  /** UTC epoch ms of the last joining; null before the first. */
  joinedAt: number | null;
}

export interface DealContext {
  rules: DealRules;
  /** The last price; null while it is not known. */
  last: Big | null;
  /** Counter units of the bot that no order of this deal has spent or waits with. */
  free: Big;
  /** Additions are placed; `down` takes them off, `leave` lets those that rest be. */
  additions: 'place' | 'leave' | 'down';
  now: number;
}

export interface PlacedAddition {
  leg: Exclude<DealLeg, 'joined'>;
  number: number;
  attempt: number;
  price: Big;
  quantity: Big;
  /** What it waits for, and the range that it was sized by; left out by one that waits for nothing. */
  unit?: Pick<UnitOrder, 'trigger' | 'range'>;
}

/** `again`: UTC epoch ms from which more may be done. */
export type DealStep =
  | { do: 'wait'; again: number | null; why: string | null }
  | { do: 'place'; order: PlacedAddition }
  | { do: 'retry'; block: DealBlock }
  | { do: 'cancel'; block: DealBlock }
  | { do: 'protect'; block: DealBlock; exits: DealExits }
  | { do: 'raise'; block: DealBlock; exits: DealExits }
  | { do: 'join'; blocks: readonly DealBlock[]; number: number; exits: DealExits }
  | { do: 'unprotect'; block: DealBlock }
  | { do: 'close'; block: DealBlock }
  | { do: 'end'; reason: string }
  | { do: 'over'; reason: string | null };
