import { backoff } from '#contracts/rules/backoff.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { isLive } from './order-state.ts';
import { ofLegs } from './books.ts';
import type { Leg, OrderFact, Position } from './position.ts';

/** Pause after the n-th failure in a row: 1 s, doubled each time, 60 s at most. */
export const pauseAfter = (failures: number): number => backoff(failures, { min: SECOND, max: MINUTE });

/** Orders at market of one leg that ended without a trade, the newest run since the owner last asked to try again. */
export function failuresOf(position: Position, leg: Leg): OrderFact[] {
  const tried = ofLegs(position, [leg]).filter(
    ({ type, placedAt }) => type === 'market' && placedAt >= position.retriedAt,
  );
  const lastUseful = tried.findLastIndex(({ state, filledQuantity }) => isLive(state) || filledQuantity.gt(0));
  return tried.slice(lastUseful + 1);
}

/** When the next order at market of this leg may be sent, UTC epoch ms; 0 where none has failed. */
export function retryAt(position: Position, leg: Leg): number {
  const failures = failuresOf(position, leg);
  const last = failures.at(-1);
  return last ? last.updatedAt + pauseAfter(failures.length) : 0;
}

/** When a close that the exchange has refused is asked for again, UTC epoch ms; 0 where none was. The pause grows also where it was asked for anew. */
export function closeAgainAt(position: Position): number {
  const failures = failuresOf({ ...position, retriedAt: 0 }, 'close');
  const last = failures.at(-1);
  return last?.state === 'rejected' ? last.updatedAt + pauseAfter(failures.length) : 0;
}

/** The close that the exchange refused for good: it is not sent again until its owner asks for it once more. */
export function refusedClose(position: Position): OrderFact | null {
  const last = failuresOf(position, 'close').at(-1);
  return last?.state === 'rejected' ? last : null;
}
