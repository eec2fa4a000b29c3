import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { CONNECTION_TIMINGS, type ConnectionTimings } from '../connecting/connection-timings.ts';

/** All in ms. */
export interface CcxtTimings extends ConnectionTimings {
  /** Between checks of which pairs trade. */
  status: number;
  /** Between polls of an account that has no stream. */
  poll: number;
  /** Between lookups of an order whose accepted change is not visible yet. */
  settle: number;
  /** Until a refused key is tried again. */
  refusedKey: number;
}

export const CCXT_TIMINGS: CcxtTimings = {
  ...CONNECTION_TIMINGS,
  status: 45 * SECOND,
  poll: 3 * SECOND,
  settle: 200,
  refusedKey: MINUTE,
};
