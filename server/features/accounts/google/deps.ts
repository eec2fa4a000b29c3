import type { NewUser } from '../accounts.store.ts';
import type { Address } from '../address/prove-address.ts';
import type { AccountContext } from '../deps.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { GoogleStore } from './google.store.ts';
import type { GoogleProvider, Identity } from './provider.ts';

export interface GoogleDeps extends Pick<AccountContext, 'db' | 'clock' | 'log' | 'audit' | 'store' | 'tokens'> {
  links: GoogleStore;
  passkeys: Passkeys;
  address: Pick<Address, 'verifyByGoogle' | 'isProven'>;
  signIn: SignIn;
  /** Null where not configured. */
  provider: GoogleProvider | null;
  newAccount: (identity: Identity) => NewUser;
}
