import type { Db } from '../../db/database.ts';
import { networksOf } from '../../lib/network-of.ts';
import { type Attempt, type GiveBack, takeAll, tryTakeAll } from './attempts.ts';
import { countsStore, type Limit } from './counts.store.ts';
import { wrongGuessesStore } from './wrong-guesses.store.ts';

/** A client's attempt; attempts `at` different things are counted separately. */
export interface ClientAttempt {
  address: string;
  at?: string;
}

function limitOf<Who>(attempts: (who: Who, sentence: string) => readonly Attempt[]) {
  return {
    /** To be counted together with those of other limits. */
    attempts,
    /** Counts, or throws with the time to wait when the limit is reached. */
    take: (who: Who, sentence: string): Promise<GiveBack> => takeAll(attempts(who, sentence)),
    /** Counts, or returns false when the limit is reached. */
    tryTake: (who: Who): Promise<boolean> => tryTakeAll(attempts(who, '')),
  };
}

const joined = (network: string, at: string | undefined) => (at === undefined ? network : `${at} ${network}`);

/** Limits that count over all processes of a site, in PostgreSQL. */
export const sharedLimits = (db: Db) => ({
  /** At most `most` per name in a window. */
  perName(limit: Limit) {
    const counts = countsStore(db, limit);
    return limitOf((who: string, sentence) => [{ counts, who, sentence }]);
  },
  /** S-52: `most` in a window from one address or one /64, and ten times as many from a /48. */
  perNetwork(limit: Limit) {
    const byTimes = new Map<number, ReturnType<typeof countsStore>>();
    const countsOf = (times: number) => {
      const counts = byTimes.get(times) ?? countsStore(db, { ...limit, most: limit.most * times });
      byTimes.set(times, counts);
      return counts;
    };
    return limitOf(({ address, at }: ClientAttempt, sentence) =>
      networksOf(address).map(({ name, times }) => ({ counts: countsOf(times), who: joined(name, at), sentence })),
    );
  },
  wrongGuesses: (name: string) => wrongGuessesStore(db, name),
});
export type SharedLimits = ReturnType<typeof sharedLimits>;
