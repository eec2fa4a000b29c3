import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { inTime } from '../../../lib/in-time.ts';
import type { Balances } from './key-balances.ts';
import { type IsOwn, ownsAll } from '../../../runtime/leases/partition.ts';
import { watchedKeys, type WatchedKeys, type WatchDeps } from './watched-keys.ts';

/** How long the keys of an inactive user are watched. */
const WATCHED_FOR = 30 * MINUTE;
/** Read again every ten minutes, at a weight of 20 each, they take 40 % of the 6,000 a minute that Binance allows. */
const MOST_WATCHED = 1_200;
/** M-22: balances are read again at intervals even without an event that contradicts them. */
const CONFIRMED_EVERY = 10 * MINUTE;

/** How long a call waits for its key to be looked up and opened: that is this process's own work, and not the exchange's. */
const LOOKED_UP_WITHIN = 6 * SECOND;

/** Which lookup is enough: one that begins now, one of the last second, one of the last minute. */
const LOOKUPS = { now: -Infinity, lately: SECOND, calmly: MINUTE };

interface Watched {
  keys: WatchedKeys;
  seenAt: number;
  /** How many wait for balances of these keys. */
  waiting: number;
}

/** The people whose keys are watched, by last activity, the most recent last. */
function watchedPeople(most: number) {
  const people = new Map<string, Watched>();
  function drop(userId: string): void {
    void people.get(userId)?.keys.close();
    people.delete(userId);
  }
  return {
    people,
    drop,
    /** People whose orders wait for balances are kept: their copies would be left out. */
    makeRoom(): void {
      let count = 0;
      for (const [userId, { keys, waiting }] of [...people].toReversed()) {
        count += keys.all().size;
        if (count > most && waiting === 0) drop(userId);
      }
    },
  };
}

/** Free balances of active users' keys, by which copies are sized without asking the exchange. */
export function balanceBook(deps: WatchDeps, { most = MOST_WATCHED }: { most?: number | undefined } = {}) {
  const { clock } = deps;
  const { people, drop, makeRoom } = watchedPeople(most);
  let isOwn = ownsAll;
  let isStopped = false;

  /** Looks up the keys to watch, unless the last lookup is recent enough. */
  async function look(userId: string, when: keyof typeof LOOKUPS): Promise<void> {
    if (isStopped || !isOwn(userId)) return;
    const seenAt = clock();
    const person = people.get(userId) ?? { keys: watchedKeys(deps, userId), seenAt, waiting: 0 };
    person.seenAt = seenAt;
    people.delete(userId);
    people.set(userId, person);
    await person.keys.look(seenAt - LOOKUPS[when]);
    makeRoom();
  }

  function refresh(): void {
    const now = clock();
    for (const [userId, { keys, seenAt }] of people) {
      for (const balances of keys.all().values()) balances.confirm(now - CONFIRMED_EVERY);
      if (now - seenAt >= WATCHED_FOR) drop(userId);
    }
  }
  const refreshing = setInterval(refresh, MINUTE).unref();

  const find = (userId: string, keyId: string) => people.get(userId)?.keys.all().get(keyId);
  return {
    /** The user is active: their keys are watched from now on. */
    seen: (userId: string): void => void look(userId, 'calmly'),
    /** The user's keys changed. */
    changed: (userId: string): void => void look(userId, 'now'),
    /** The account was deleted. */
    forget: drop,
    /** From now on the keys of these people alone are watched. */
    divide(next: IsOwn): void {
      isOwn = next;
      for (const userId of people.keys()) if (!isOwn(userId)) drop(userId);
    },
    /** Null while not known: for a key that is not watched, or after a gap. */
    of: (userId: string, keyId: string): Balances | null => find(userId, keyId)?.now() ?? null,
    /**
     * Waits for balances that are not known; null when the exchange does not report them in so many ms. Looking up the key,
     * and what else this process is busy with, is not counted, so that no copy is left out for it: up to six seconds.
     */
    async within(ms: number, userId: string, keyId: string): Promise<Balances | null> {
      const watched = find(userId, keyId);
      const looked = look(userId, watched ? 'calmly' : 'lately');
      const known = watched?.now();
      if (known) return known;
      const person = people.get(userId);
      if (!person) return null;
      const { keys } = person;
      const ask = async () => {
        if (!watched) await Promise.race([keys.begun(keyId), looked]);
        // It may have been added since that lookup began.
        if (!keys.all().has(keyId)) await look(userId, 'now');
        return (await keys.all().get(keyId)?.within(ms)) ?? null;
      };
      person.waiting += 1;
      return inTime(ask(), ms + LOOKED_UP_WITHIN).finally(() => {
        person.waiting -= 1;
        makeRoom();
      });
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(refreshing);
      await Promise.all([...people.values()].map(({ keys }) => keys.close()));
      people.clear();
    },
  };
}
export type BalanceBook = ReturnType<typeof balanceBook>;
