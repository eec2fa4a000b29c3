import { backoff } from '#contracts/rules/backoff.ts';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { takeAll } from '../../../runtime/request-limits/attempts.ts';
import { networkOf } from '../../../lib/network-of.ts';
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

interface GuessWatch extends Pick<AccountDeps, 'clock' | 'sharedLimits'> {
  /** Many codes were guessed after the right password. */
  onSuspicion: (userId: string) => void;
}

/** How long a network waits after so many wrong codes, ms. */
const waitAfter = (count: number): number =>
  count < SUSPICIOUS ? 0 : backoff(count - SUSPICIOUS + 1, { min: FIRST_WAIT, max: DAY });

/**
 * S-19, S-61: five attempts in five minutes per network; after twenty wrong ones the owner is notified, and that
 * network's wait doubles with each. Other networks are not affected, up to a total per account.
 */
export function guessLimits({ clock, sharedLimits, onSuspicion }: GuessWatch) {
  const tries = sharedLimits.perNetwork({ name: 'codes', most: 5, windowMs: FIRST_WAIT });
  const inAll = sharedLimits.perName({ name: 'codes of an account', most: 300, windowMs: HOUR });
  const wrong = sharedLimits.wrongGuesses('codes');

  async function requireNoWait(name: string): Promise<void> {
    const { count, lastAt } = (await wrong.read(name)) ?? { count: 0, lastAt: 0 };
    const left = lastAt + waitAfter(count) - clock();
    if (left <= 0) return;
    const minutes = Math.ceil(left / MINUTE);
    throw new Refusal('too-many', `${WRONG} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
      retryAfter: left / 1000,
    });
  }

  async function addWrong(userId: string, name: string): Promise<void> {
    const now = clock();
    const [all] = await Promise.all([wrong.add(userId, now), wrong.add(name, now)]);
    if (all === SUSPICIOUS) onSuspicion(userId);
  }

  return {
    /** Every attempt counts until it succeeds, so that concurrent attempts cannot exceed five. */
    async counted<T>(attempt: CodeAttempt, check: () => Promise<T | null>): Promise<T | null> {
      const [name, { userId, address }] = [nameOf(attempt), attempt];
      await requireNoWait(name);
      const giveBack = await takeAll([
        ...inAll.attempts(userId, WRONG),
        ...tries.attempts({ address, at: userId }, WRONG),
      ]);
      let isWrong = false;
      try {
        const found = await check();
        isWrong = found === null;
        if (found !== null) await wrong.forget(userId, name);
        return found;
      } finally {
        await (isWrong ? addWrong(userId, name) : giveBack());
      }
    },
  };
}
