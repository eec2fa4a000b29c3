import type { Big } from 'big.js';

/** What waits for a trade at its stop price: a stop and a take profit then go to the market, the '-limit' ones rest at their price. */
export type TriggerType = 'stop' | 'stop-limit' | 'take-profit' | 'take-profit-limit';
/** `oco`: one cancels the other. `oto`: an entry brings its targets. `opo`: the same, sized by what the entry brought in. */
export type ListKind = 'oco' | 'oto' | 'opo';

/** `cancel-only` takes no orders and cancels those that are open; `halted` takes none and may refuse to cancel. */
export type PairStatus = 'trading' | 'cancel-only' | 'halted';

/** Basis points. */
export interface DeltaBounds {
  min: number;
  max: number;
}

/** A pair with the exchange's own limits. `symbol` is the exchange's name (XRPUSDT). */
export interface ExchangePair {
  symbol: string;
  /** A pair that does not trade stays known: what is open there is still open. */
  status: PairStatus;
  /** The exchange lists it no more. */
  delisted?: true;
  base: string;
  counter: string;
  /** Price step. */
  tick: Big;
  /** Quantity step, in base. */
  step: Big;
  minQuantity: Big;
  maxQuantity: Big;
  /** Narrower bounds of market orders, where there are any. */
  marketQuantity: { min: Big; max: Big; step: Big } | null;
  /** Least order value, in counter. */
  minNotional: Big;
  /** Most that one account may have open here; null is without bound. A stop or a take profit by trigger is an algo order. */
  limits: { orders: number | null; algoOrders: number | null; orderLists: number | null };
  /** Kinds of order taken besides 'limit' and 'market'. */
  triggers: ReadonlySet<TriggerType>;
  /** How far an order may trail, in basis points, by where its trigger lies; null where the exchange has no trailing orders. */
  trailing: { above: DeltaBounds; below: DeltaBounds } | null;
  /** N-1: whether a limit may be pegged to the best price; null where the exchange has no such orders. */
  pegged: boolean | null;
  /** Lists that the exchange itself keeps; empty where it has none. */
  lists: ReadonlySet<ListKind>;
  /** Price bounds as factors of the average price, by side. */
  percentPrice: { bidUp: Big; bidDown: Big; askUp: Big; askDown: Big } | null;
  /** Absent: all kinds of order are taken. 'limit': no market orders. 'resting': only what does not trade at once. */
  takesOnly?: 'limit' | 'resting';
}
