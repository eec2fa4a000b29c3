import type { JsonOf, ResponseOf } from '#contracts/endpoint.ts';
import type { checkRecovery, restorePassword } from '#contracts/recovery.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Audit } from '../../../audit/index.ts';
import type { Db } from '../../../db/client.ts';
import { networkLimit } from '../../../http/network-limit.ts';
import { rateLimit } from '../../../http/rate-limit.ts';
import type { RequestContext } from '../../../lib/request-context.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newToken } from '../../../lib/token.ts';
import { letter, type Mailer } from '../../../mail/index.ts';
import { checkNewPassword } from '../new-password/password-refusal.ts';
import { hashPassword } from '../password.ts';
import { otherWaysStore } from '../address/other-ways.store.ts';
import { REMOVAL_DELAY } from '../second-factor/lost-factor.ts';
import { recoveryStore, type Used } from './recovery.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  audit: Audit;
  mailer: Pick<Mailer, 'post'>;
  /** Where links lead: never what a request says of its host. */
  publicUrl: string;
  /** To every server: whoever holds this session is out. */
  publishEnded: (sessionId: string) => void;
}

const LINK_LIFE = 30 * MINUTE;
/** Over it nothing more is mailed: the newest links came within the life of a link, so that they are valid. */
const MAILS_PER_LIFE = 10;

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
export function createRecovery({ db, clock, audit, mailer, publicUrl, publishEnded }: Deps) {
  const store = recoveryStore(db);
  const toAddress = rateLimit({ most: MAILS_PER_LIFE, windowMs: LINK_LIFE, clock });
  const fromNetwork = networkLimit({ most: 3, windowMs: HOUR, clock });

  async function write(emailKey: string) {
    const token = newToken();
    const now = clock();
    const to = await store.issue(emailKey, { token, now, expiresAt: now + LINK_LIFE });
    return to === null ? null : { to, ...recoveryLetter(`${publicUrl}/restore_password/${token}`) };
  }

  async function note({ userId, first, removed, removal }: Used, requestContext: RequestContext): Promise<void> {
    for (const id of removed.ended) publishEnded(id);
    await audit.record(userId, 'password-reset', { ...requestContext });
    if (first)
      await audit.record(userId, 'address-proven', { ...requestContext, way: 'reset', removed: removed.count });
    if (removal === 'asked') await audit.record(userId, 'two-factor-removal-asked', { ...requestContext });
    if (removal === 'canceled') await audit.record(userId, 'two-factor-kept', { ...requestContext });
  }

  return {
    /**
     * S-06, S-44: nothing of it depends on whether the address has an account; what does is done after the answer. S-54: who
     * asks is limited, not whom it is about, so that a stranger keeps nobody from a new password.
     */
    ask(emailKey: string, { address }: RequestContext): void {
      fromNetwork.take({ address }, 'Too many recovery mails were asked for.');
      if (toAddress.tryTake(emailKey)) mailer.post(() => write(emailKey));
    },
    isValid: async (token: string): Promise<boolean> => (await store.owner(token, clock())) !== null,
    /** What a reset removes; null when the link is not valid. */
    async check(token: string): Promise<ResponseOf<typeof checkRecovery>> {
      const owner = await store.owner(token, clock());
      if (!owner) return null;
      const { userId, provenAt, totpSince, twoFactorEndsAt } = owner;
      const ways = otherWaysStore(db, userId);
      return {
        mayKeep: provenAt !== null,
        removes: await ways.list(null),
        signsOut: await ways.otherSessions(null, clock()),
        twoFactor: totpSince !== null,
        twoFactorEndsAt,
      };
    },
    /** S-15, S-17: ends every session, signs nobody in, leaves the second factor as it is. False when the link is not valid. */
    async restore(
      { passwordUrlHash, keep = [], removeTwoFactor, ...wanted }: JsonOf<typeof restorePassword>,
      requestContext: RequestContext,
    ): Promise<boolean> {
      const owner = await store.owner(passwordUrlHash, clock());
      if (owner === null) return false;
      checkNewPassword(owner.email, wanted);
      const passwordHash = await hashPassword(wanted.password);
      const now = clock();
      const twoFactorEndsAt = removeTwoFactor ? now + REMOVAL_DELAY : removeTwoFactor === false ? null : undefined;
      const used = await store.use(passwordUrlHash, { passwordHash, now, keep, twoFactorEndsAt });
      if (used === null) return false;
      await note(used, requestContext);
      return true;
    },
  };
}
export type Recovery = ReturnType<typeof createRecovery>;
