import type { JsonOf, ResponseOf } from '#contracts/endpoint.ts';
import type { checkRecovery, restorePassword } from '#contracts/recovery.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { RequestContext } from '../../../lib/request-context.ts';
import { newToken } from '../../../lib/token.ts';
import { letter } from '../../../mail/index.ts';
import { checkNewPassword } from '../new-password/password-refusal.ts';
import { hashPassword } from '../password.ts';
import { otherAccessStore } from '../address/other-access.store.ts';
import { REMOVAL_DELAY } from '../second-factor/lost-factor.ts';
import { recoveryStore, type Used } from './recovery.store.ts';
import type { AccountContext } from '../deps.ts';

const LINK_LIFE = 30 * MINUTE;
/** Above this no mail is sent: the previous links are all still valid. */
const MAILS_PER_LIFE = 10;

const recoveryLetter = (url: string) =>
  letter({
    title: 'Recover password',
    paragraphs: [
      'A new password was requested for your Tandem account.',
      'If it was you, choose it with the link below. It works once, within 30 minutes.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    link: { label: 'Choose a new password', url },
  });

/** Resets the password of users who can read their account's mail. */
export function createRecovery(
  deps: Pick<AccountContext, 'db' | 'clock' | 'audit' | 'mailer' | 'publicUrl' | 'publishEnded' | 'sharedLimits'>,
) {
  const { db, clock, audit, mailer, publicUrl, publishEnded, sharedLimits } = deps;
  const store = recoveryStore(db);
  const toAddress = sharedLimits.perName({ name: 'recovery links', most: MAILS_PER_LIFE, windowMs: LINK_LIFE });
  const fromNetwork = sharedLimits.perNetwork({ name: 'recovery mails', most: 3, windowMs: HOUR });

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
     * S-06, S-44: the response does not depend on whether the address has an account; the rest happens after it. S-54:
     * limits count who asks, not whose account it is, so that no other person can block a reset.
     */
    async ask(emailKey: string, { address }: RequestContext): Promise<void> {
      await fromNetwork.take({ address }, 'Too many recovery mails were asked for.');
      if (await toAddress.tryTake(emailKey)) mailer.post(() => write(emailKey));
    },
    isValid: async (token: string): Promise<boolean> => (await store.owner(token, clock())) !== null,
    /** What a reset removes; null when the link is not valid. */
    async check(token: string): Promise<ResponseOf<typeof checkRecovery>> {
      const owner = await store.owner(token, clock());
      if (!owner) return null;
      const { userId, provenAt, totpSince, twoFactorEndsAt } = owner;
      const ways = otherAccessStore(db, userId);
      return {
        mayKeep: provenAt !== null,
        removes: await ways.list(null),
        signsOut: await ways.otherSessions(null, clock()),
        twoFactor: totpSince !== null,
        twoFactorEndsAt,
      };
    },
    /** S-15, S-17: ends every session without signing in, keeps the second factor. False when the link is not valid. */
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
