import type { Big } from 'big.js';
import type { Side } from '#contracts/rules/side.ts';
import type { GridLevel } from './level.ts';
import type { Amounts } from './run-books.ts';

/** What a start would do at this market; a type of bot is defined by this alone. */
export interface RunPlan {
  /** The lowest first; those of all levels. */
  lines: Big[];
  levels: GridLevel[];
  /** Traded at once, by limit orders that are canceled where they do not fill; null for none. */
  startOrder: { side: Side; quantity: Big; price: Big } | null;
  /** What the run takes of the account. */
  given: Amounts;
  counterEarning: boolean;
  /** Counter units of a level with weight 1, or base units of each; null where levels are sized otherwise. */
  unit: Big | null;
}
