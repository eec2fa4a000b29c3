import { SECOND } from '#contracts/rules/time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Allot } from './allotment.ts';

interface Kept {
  clock: Clock;
  /** By the exchange's address, UTC epoch ms: those that a process before this one was asked for. */
  silences: ReadonlyMap<string, number>;
  /** Writes one down. */
  keep(origin: string, until: number): void;
}

/** M-18: a silence that an exchange asked for outlives the process that was asked. */
export function keptSilences(allot: Allot, { clock, silences, keep }: Kept): Allot {
  return (origin, use) => {
    const allotment = allot(origin, use);
    let until = silences.get(origin) ?? 0;
    if (until > clock()) allotment.pause(until - clock());
    return {
      ...allotment,
      pause(ms) {
        allotment.pause(ms);
        // Of many answers at once the first one is enough.
        if (ms === 0 || clock() + ms <= until + SECOND) return;
        until = clock() + ms;
        keep(origin, until);
      },
    };
  };
}
