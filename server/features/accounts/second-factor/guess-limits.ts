import { backoff } from '#contracts/rules/backoff.ts';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { networkLimit } from '../../../runtime/request-limits/network-limit.ts';
import { networkOf } from '../../../lib/network-of.ts';
import { rateLimit } from '../../../runtime/request-limits/rate-limit.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { AccountDeps } from '../deps.ts';

const FIRST_WAIT = 5 * MINUTE;
/** More than typing mistakes explain: the password is known and codes are being guessed. */
const SUSPICIOUS = 20;
const WRONG = 'Too many wrong codes.';

/** Whose code, and from where. */
export interface CodeAttempt {
  userId: string;
  address: string;
}

const nameOf = ({ userId, address }: CodeAttempt) => `${userId} ${networkOf(address)}`;

interface GuessWatch extends Pick<AccountDeps, 'clock'> {
  /** Many codes were guessed after the right password. */
  onSuspicion: (userId: string) => void;
}

/**
 * S-19, S-61: five attempts in five minutes per network; after twenty wrong ones the owner is notified, and that
 * network's wait doubles with each. Other networks are not affected, up to a total per account.
 */
export function guessLimits({ clock, onSuspicion }: GuessWatch) {
  const tries = networkLimit({ most: 5, windowMs: FIRST_WAIT, clock });
  const inAll = rateLimit({ most: 300, windowMs: HOUR, clock });
  const wrongFrom = new Map<string, { count: number; until: number }>();
  const wrongOf = new Map<string, number>();

  function requireNoWait(name: string): void {
    const { until = 0 } = wrongFrom.get(name) ?? {};
    if (until <= clock()) return;
    const minutes = Math.ceil((until - clock()) / MINUTE);
    throw new Refusal('too-many', `${WRONG} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
      retryAfter: (until - clock()) / 1000,
    });
  }

  function countWrong(userId: string, name: string): void {
    const count = (wrongFrom.get(name)?.count ?? 0) + 1;
    const wait = count < SUSPICIOUS ? 0 : backoff(count - SUSPICIOUS + 1, { min: FIRST_WAIT, max: DAY });
    wrongFrom.set(name, { count, until: clock() + wait });
    const all = (wrongOf.get(userId) ?? 0) + 1;
    wrongOf.set(userId, all);
    if (all === SUSPICIOUS) onSuspicion(userId);
  }

  return {
    /** Every attempt counts until it succeeds, so that concurrent attempts cannot exceed five. */
    async counted<T>(attempt: CodeAttempt, check: () => Promise<T | null>): Promise<T | null> {
      const [name, { userId, address }] = [nameOf(attempt), attempt];
      requireNoWait(name);
      inAll.check(userId, WRONG);
      tries.take({ address, at: userId }, WRONG);
      inAll.count(userId);
      let isWrong = false;
      try {
        const found = await check();
        isWrong = found === null;
        return found;
      } finally {
        if (isWrong) countWrong(userId, name);
        else {
          tries.giveBack({ address, at: userId });
          inAll.giveBack(userId);
          wrongFrom.delete(name);
          wrongOf.delete(userId);
        }
      }
    },
  };
}
