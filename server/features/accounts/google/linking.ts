import { Refusal } from '../../../lib/errors.ts';
import { emailKey } from '../sign-up.ts';
import type { Identity } from './provider.ts';
import type { GoogleDeps } from './deps.ts';

export type Link = Pick<Identity, 'subject' | 'email' | 'isVerified'>;

const LAST_WAY = 'Set a password or add a passkey first: without Google nothing would open this account.';

export function linking(deps: Pick<GoogleDeps, 'links' | 'store' | 'passkeys' | 'address' | 'audit'>) {
  const { links, store, passkeys, address, audit } = deps;
  return {
    /** False when either is linked already. */
    async link(userId: string, { subject, email, isVerified }: Link): Promise<boolean> {
      if (isVerified) await address.verifyByGoogle(userId, emailKey(email));
      if (!(await address.isProven(userId)) || !(await links.link(userId, subject))) return false;
      await audit.record(userId, 'google-linked', { email });
      return true;
    },
    async unlink(userId: string): Promise<void> {
      const { passwordHash } = await store.credentials(userId);
      if (passwordHash === null && !(await passkeys.hasAny(userId))) throw new Refusal('conflict', LAST_WAY);
      if (!(await links.unlink(userId))) throw new Refusal('conflict', 'No Google account is linked.');
      await audit.record(userId, 'google-unlinked');
    },
  };
}
export type Linking = ReturnType<typeof linking>;
