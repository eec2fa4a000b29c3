import type { Big } from 'big.js';
import type { ClosedCandle } from '../exit-plan/candle-close.ts';
import type { Timing } from '../exit-plan/timed-exit.ts';
import type { PlanFacts } from '../exit-plan/plan-facts.ts';
import type { FreeSlots } from '../exit-plan/stop-slots.ts';
import type { Exits, ExitsBefore } from './exits.ts';
import type { Limit } from '#contracts/rules/ladder.ts';
import type { Side } from '#contracts/rules/side.ts';
import type { ExchangePair } from '../market/pair.ts';
import type { OrderTerms } from '../market/exchange-order.ts';
import type { OrderState } from './order-state.ts';

/**
 * What an order of a position is for. `rest` trades what a list's one quantity left over; `close` ends the position at
 * market because its owner said so.
 */
export const LEGS = ['entry', 'take-profit', 'stop-loss', 'rest', 'close'] as const;
export type Leg = (typeof LEGS)[number];

/** An order that we wrote down, and what the exchange said of it since. */
export interface OrderFact {
  id: string;
  leg: Leg;
  /** Counts the orders of one leg, from 1. */
  attempt: number;
  clientOrderId: string;
  clientListId: string | null;
  /** Its owner placed it directly on the exchange. */
  isExternal: boolean;
  /** What its owner called an external order; null for ours. */
  externalClientId: string | null;
  /** The exchange's id of the list that an external order came with. */
  externalListId: string | null;
  exchangeOrderId: string | null;
  side: Side;
  type: OrderTerms['type'];
  /** 0 for an order at market. */
  price: Big;
  stopPrice: Big | null;
  /** Base units; 0 while the exchange has yet to size it. */
  quantity: Big;
  state: OrderState;
  reason: string | null;
  filledQuantity: Big;
  filledCounterQuantity: Big;
  /** Whether we asked for its end: one that ends without it was ended outside. */
  cancelAsked: boolean;
  expiryReason: string | null;
  placedAt: number;
  filledAt: number | null;
  /** The plan that it was placed for, counted as the block's are, and the number of its target; 0 is the stop of several. Of an entry of several limits: the limit's number. */
  plan?: number | null;
  target?: number | null;
  /** Basis points by which the exchange lets it trail; `stopPrice` is then where its trigger was when it was placed. */
  trailingDelta?: number | null;
  /** When anything of it changed last, UTC epoch ms. */
  updatedAt: number;
}

export interface FillFact {
  orderId: string;
  price: Big;
  quantity: Big;
  /** Counter units, of what was taken over from another block; left out, quantity times price. */
  counter?: Big;
  commission: Big;
  commissionAsset: string;
  /** Counter units that one of its asset was worth then; null where no price was known, left out where it does not matter. */
  commissionPrice?: Big | null;
  tradedAt: number;
}

/** What the owner wants of a block: each of its positions works towards it. */
export interface Intent extends Exits {
  ending: 'none' | 'remove' | 'close';
  /** Counts the exit plans that the block was given; 0 and left out: one take profit and one stop at most. */
  plan?: number;
  /** Closing orders, by attempt, that repeat what the main key's owner has taken back on the exchange since. */
  withdrawn?: ReadonlySet<number>;
  /** EX-10: what time alone decides; left out and null, nothing. */
  timing?: Timing | null;
  /** EX-14: what goes back where the exchange refuses the plan; left out and null, nothing. */
  before?: ExitsBefore | null;
  /** EX-10: when what has not filled of the entry is canceled, UTC epoch ms; left out and null, never. */
  expiresAt?: number | null;
}

/** An external change: an order of ours was canceled on the exchange, or what a position holds was spent. */
export type Interference = 'order-cancelled' | 'balance-spent' | 'order-found';

/** One key's part of a block: its entry and all that follows. */
export interface Position {
  id: string;
  section: Side;
  counterEarning: boolean;
  /** Of the entry; a quantity of 0 was skipped. */
  price: Big;
  quantity: Big;
  /** The entry goes out together with its targets. */
  withTargets: boolean;
  /** The attempt of the entry that its owner asked for by changing it; 0 and left out: none. */
  changedEntry?: number;
  /** EX-9: what its entry is placed as instead of one order, nearest to the market first; left out and null, one order. */
  limits?: readonly Limit[] | null;
  interference: Interference | null;
  /** What rests of its key has not been compared with the exchange since this server, or the key's stream, began; left out, it has. */
  isUncompared?: boolean;
  /** Let go by its owner: we do nothing about it any more. */
  released: boolean;
  /** When its owner last asked to try again, UTC epoch ms: refusals from before do not count any more. */
  retriedAt: number;
  /** When a trade reached the stop that this server watches, UTC epoch ms: from then on it is sold until nothing is left. */
  stopReachedAt: number | null;
  /** Of its exit plan, what its orders do not say; left out and null while there is nothing. */
  planFacts?: PlanFacts | null;
  orders: OrderFact[];
  /** How many parts of other blocks it still waits for; left out where it takes none over. */
  awaited?: number;
  /** It goes over to another block, or is shared out to some. */
  handsOver?: 'join' | 'split';
  /** Base units that its owner spent on the exchange and took off it. */
  writtenOff: Big;
  fills: FillFact[];
}

/** What a decision about a position depends on besides itself. */
export interface MarketContext {
  pair: ExchangePair;
  /** The last price; null while none is known. */
  market: Big | null;
  /** Lowest and highest price traded since the position was last looked at; null where nothing traded. */
  traded: { low: Big; high: Big } | null;
  /** The same with the prices of a gap, which say how far a stop has followed and nothing else; left out, nothing. */
  seen?: { low: Big; high: Big } | null;
  /** Candles that have closed since they were last decided on, oldest first; left out, none is known. */
  closes?: readonly ClosedCandle[];
  /** What the exchange still takes on this pair besides the position's own orders; left out where it is not known. */
  free?: FreeSlots;
  /** Trades of the pair are missing though it is traded: no level is watched. */
  isDelayed?: boolean;
  /** Taken off what a trade brings in; 0 where another asset pays. */
  fee: Big;
  now: number;
}
