import { randomInt } from 'node:crypto';
import type { AddressState, proveAddress } from '#contracts/address.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import { DAY, HOUR } from '#contracts/rules/time.ts';
import { Refusal } from '../../../lib/errors.ts';
import { newToken, tokenHash } from '../../../lib/token.ts';
import { letter } from '../../../mail/index.ts';
import { addressStore } from './address.store.ts';
import { otherAccessStore, type Removed } from './other-access.store.ts';
import type { AccountContext } from '../deps.ts';

/** The account to verify, and the session that stays. */
export interface Prover {
  userId: string;
  sessionId: string;
}

/** The lifetime of a code and a link. */
const LIFE = DAY;
const WRONG = 'This code or link is not valid. Send a new one, and use it within a day.';

const codeHash = (userId: string, code: string): Buffer => tokenHash(`${userId}.${code.replaceAll(/\s/g, '')}`);

const spaced = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

/** S-59: contains no text chosen at sign-up. */
const proofLetter = (code: string, url: string) =>
  letter({
    title: 'Prove your address',
    paragraphs: [
      'A Tandem account was opened with this address.',
      `If it is yours, enter the code ${spaced(code)} in Tandem, or open the link below in the browser where you are signed in. Both are valid for a day.`,
      'If you did not open it, do nothing: without the code it never trades with real money. To take it over, ask for a new password on the sign-in page.',
    ],
    link: { label: 'Prove this address', url },
  });

/** Creates one mail and stores its code and link. */
const proofWriter =
  ({ db, clock, publicUrl }: Pick<AccountContext, 'db' | 'clock' | 'publicUrl'>) =>
  async (userId: string, email: string) => {
    const code = String(randomInt(100_000_000)).padStart(8, '0');
    const token = newToken();
    const now = clock();
    const hashes = [codeHash(userId, code), tokenHash(token)];
    await addressStore(db, userId).keep({ email, hashes, now, expiresAt: now + LIFE });
    return { to: email, ...proofLetter(code, `${publicUrl}/prove_address/${token}`) };
  };

/** S-50: the address of an account is verified once, by reading its mail. */
export function createAddress(
  deps: Pick<AccountContext, 'db' | 'clock' | 'audit' | 'mailer' | 'publicUrl' | 'publishEnded' | 'sharedLimits'>,
) {
  const { db, clock, audit, mailer, publishEnded, sharedLimits } = deps;
  const mails = sharedLimits.perName({ name: 'proof mails', most: 5, windowMs: HOUR });
  const guesses = sharedLimits.perName({ name: 'proof codes', most: 10, windowMs: HOUR });
  const storeOf = (userId: string) => addressStore(db, userId);
  const write = proofWriter(deps);

  async function read(userId: string) {
    const found = await storeOf(userId).read();
    if (!found) throw new Refusal('not-signed-in', 'Sign in first.');
    return found;
  }

  async function state({ userId, sessionId }: Prover): Promise<AddressState> {
    const { email, provenAt } = await read(userId);
    const proven = provenAt !== null;
    const ways = otherAccessStore(db, userId);
    const [removes, signsOut] = proven
      ? [[], 0]
      : await Promise.all([ways.list(sessionId), ways.otherSessions(sessionId, clock())]);
    return { email, proven, outbox: mailer.outbox, removes, signsOut };
  }

  async function note(userId: string, { ended, count }: Removed, way: 'code' | 'link' | 'google'): Promise<void> {
    for (const id of ended) publishEnded(id);
    await audit.record(userId, 'address-proven', { way, removed: count });
  }

  return {
    state,
    /** After sign-up. Above the rate limit no mail is sent, since another can be requested. */
    async welcome(userId: string, { email, emailKey }: { email: string; emailKey: string }): Promise<void> {
      if (await mails.tryTake(emailKey)) mailer.post(() => write(userId, email));
    },
    async send(prover: Prover): Promise<AddressState> {
      const { userId } = prover;
      const { email, emailKey, provenAt } = await read(userId);
      if (provenAt === null) {
        await mails.take(emailKey, 'Five mails an hour are enough.');
        mailer.post(() => write(userId, email));
      }
      return state(prover);
    },
    /** The error, or null once the address is verified. */
    async prove({ userId, sessionId }: Prover, { code, token }: JsonOf<typeof proveAddress>): Promise<string | null> {
      if ((await read(userId)).provenAt !== null) return null;
      // A link cannot be guessed: it works even where another session used up the attempts for codes.
      if (code !== undefined) await guesses.take(userId, 'Too many codes were tried.');
      const hash = code === undefined ? tokenHash(token ?? '') : codeHash(userId, code);
      const proven = await storeOf(userId).prove(hash, { now: clock(), sessionId });
      if (!proven) return WRONG;
      if (proven.removed) await note(userId, proven.removed, code === undefined ? 'link' : 'code');
      return null;
    },
    /** Google confirmed this address: it is verified when it is the account's own. */
    async verifyByGoogle(userId: string, emailKey: string): Promise<void> {
      const proven = await storeOf(userId).proveByGoogle(emailKey, clock());
      if (proven) await note(userId, proven, 'google');
    },
    isProven: async (userId: string): Promise<boolean> => (await read(userId)).provenAt !== null,
  };
}
export type Address = ReturnType<typeof createAddress>;
