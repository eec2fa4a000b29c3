import type { JsonOf } from '#contracts/endpoint.ts';
import type { restorePassword } from '#contracts/recovery.ts';
import type { Audit } from '../../../audit/index.ts';
import type { Db } from '../../../db/client.ts';
import { rateLimit } from '../../../http/rate-limit.ts';
import type { Whence } from '../../../lib/whence.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newToken } from '../../../lib/token.ts';
import { letter, type Mailer } from '../../../mail/index.ts';
import { checkNewPassword } from '../new-password/password-refusal.ts';
import { hashPassword } from '../password.ts';
import type { PersonSessions } from '../sessions/person-sessions.ts';
import { recoveryStore } from './recovery.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  audit: Audit;
  mailer: Pick<Mailer, 'post'>;
  /** Where links lead: never what a request says of its host. */
  publicUrl: string;
  sessions: Pick<PersonSessions, 'endAll'>;
}

const MINUTE = 60_000;
const LINK_LIFE = 30 * MINUTE;

const recoveryLetter = (url: string) =>
  letter({
    title: 'Recover password',
    paragraphs: [
      'Somebody asked for a new password for your Tandem account.',
      'If it was you, choose it with the link below. It works once, within 30 minutes.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    link: { label: 'Choose a new password', url },
  });

/** A new password for whoever reads the account's mail. */
export function createRecovery({ db, clock, audit, mailer, publicUrl, sessions }: Needs) {
  const store = recoveryStore(db);
  const ofAddress = rateLimit({ most: 3, windowMs: 60 * MINUTE, clock });
  const fromNetwork = rateLimit({ most: 3, windowMs: 60 * MINUTE, clock });

  async function write(emailKey: string) {
    const token = newToken();
    const now = clock();
    const to = await store.issue(emailKey, { token, now, expiresAt: now + LINK_LIFE });
    return to === null ? null : { to, ...recoveryLetter(`${publicUrl}/restore_password/${token}`) };
  }

  return {
    /** S-06, S-44: nothing of it depends on whether the address has an account; what does is done after the answer. */
    ask(emailKey: string, { address }: Whence): void {
      ofAddress.check(emailKey, 'Too many recovery mails were asked for.');
      fromNetwork.take(address, 'Too many recovery mails were asked for.');
      ofAddress.count(emailKey);
      mailer.post(() => write(emailKey));
    },
    isValid: async (token: string): Promise<boolean> => (await store.emailOf(token, clock())) !== null,
    /** S-15, S-17: ends every session, signs nobody in, leaves the second factor as it is. False when the link is not valid. */
    async restore({ passwordUrlHash, ...wanted }: JsonOf<typeof restorePassword>, whence: Whence): Promise<boolean> {
      const email = await store.emailOf(passwordUrlHash, clock());
      if (email === null) return false;
      checkNewPassword(email, wanted);
      const passwordHash = await hashPassword(wanted.password);
      const userId = await store.use(passwordUrlHash, { passwordHash, now: clock() });
      if (userId === null) return false;
      await sessions.endAll(userId);
      await audit.record(userId, 'password-reset', { ...whence });
      return true;
    },
  };
}
export type Recovery = ReturnType<typeof createRecovery>;
