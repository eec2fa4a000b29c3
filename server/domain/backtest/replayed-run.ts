import type { Big } from 'big.js';
import type { Order, OrderSide } from '../matching/model/order.ts';
import type { Cycle } from '../strategies/rounds/level-fold.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import type { RunFacts } from '../strategies/rounds/run-facts.ts';

/** A fill, with what it brought in and took. */
export interface TradedFill extends Amounts {
  /** UTC epoch ms. */
  time: number;
  level: number;
  side: OrderSide;
  price: Big;
  quantity: Big;
}

/** A run that waits for its owner, who is not there. */
export interface Halted {
  text: string;
  /** UTC epoch ms. */
  time: number;
}

/** What a replay drives: a bot in memory that gets prices. */
export interface ReplayedRun {
  readonly fills: readonly TradedFill[];
  readonly state: RunFacts['state'];
  /** What it owns now. */
  readonly owned: Amounts;
  /** Its orders that rest. */
  readonly resting: readonly Pick<
    Order,
    'clientOrderId' | 'side' | 'price' | 'stopPrice' | 'quantity' | 'executedQty' | 'workingTime'
  >[];
  /** The prices between which a trade changes nothing, both exclusive; null where there is no bound. */
  readonly quiet: { above: Big | null; below: Big | null };
  /** When it looks again although nothing happened, UTC epoch ms. */
  readonly due: number | null;
  /** A time at which what it does depends on the last price alone, and not on the next trade; UTC epoch ms. */
  readonly wakesAt: number | null;
  /** Counts what it has changed besides its trades. */
  readonly changes: number;
  /** By how much its lower stop has moved, counter units. */
  readonly stopMoved: Big;
  /** Its lowest and highest line; null where it has none above. */
  readonly lines: { low: Big; high: Big | null };
  /** Why it waits for its owner; null while it does not. */
  readonly halted: Halted | null;
  /** UTC epoch ms, of its deals, the first one first; left out where levels trade. */
  readonly openedAt?: readonly number[];
  beginBar(volume: number): void;
  print(time: number, price: Big): void;
  stop(ending: NonNullable<RunFacts['ending']>): void;
  allCycles(): Cycle[];
}
