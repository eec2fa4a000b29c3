import { Refusal } from '../../../lib/errors.ts';
import type { Address } from '../address/prove-address.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { emailKey } from '../sign-up.ts';
import type { GoogleStore } from './google.store.ts';
import type { Identity } from './provider.ts';
import type { Deps } from '../deps.ts';

export type Link = Pick<Identity, 'subject' | 'email' | 'isVerified'>;

interface LinkingDeps extends Deps {
  links: GoogleStore;
  passkeys: Passkeys;
  address: Pick<Address, 'verifyByGoogle' | 'isProven'>;
}

const LAST_WAY = 'Set a password or add a passkey first: without Google nothing would open this account.';

export function linking({ links, store, passkeys, address, audit }: LinkingDeps) {
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
