import type { Big } from 'big.js';

/** What a bot's prices and amounts follow. */
export interface PairRules {
  step: Big;
  tick: Big;
  /** Rate taken off what a trade brings in. */
  fee: Big;
}
