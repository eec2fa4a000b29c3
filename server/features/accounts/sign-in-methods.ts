import { newId } from '../../lib/id.ts';
import type { NewUser } from './accounts.store.ts';
import type { Address } from './address/prove-address.ts';
import { createGoogle } from './google/google.ts';
import { googleProvider, type Identity } from './google/provider.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createLostFactor } from './second-factor/lost-factor.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import type { SessionKeeper } from './session.ts';
import { checkProof, type Proof, proofsOf } from './confirm/confirm-identity.ts';
import { passwordLimits } from './sign-in/limits.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { emailKey } from './sign-up.ts';
import type { AccountContext, AccountDeps } from './deps.ts';

/** An account for Google sign-in only; its owner may set a password later. */
const newGoogleAccount =
  ({ vault, clock }: Pick<AccountDeps, 'vault' | 'clock'>) =>
  ({ subject, email, name }: Identity): NewUser => {
    const userId = newId();
    const now = clock();
    const [beforeAt = ''] = email.split('@');
    return {
      userId,
      email,
      emailKey: emailKey(email),
      username: (name.trim() || beforeAt).slice(0, 100),
      googleSubject: subject,
      emailVerifiedAt: now,
      ...vault.newDataKey(userId),
      createdAt: now,
    };
  };

/** Every way to sign in, and to confirm one's identity. */
export function signInMethods(deps: AccountContext & { keeper: SessionKeeper; address: Address }) {
  const { store, publicUrl, google: settings, sharedLimits } = deps;
  const limits = passwordLimits(sharedLimits);
  const lostFactor = createLostFactor(deps);
  const secondFactor = createSecondFactor({ ...deps, lost: lostFactor });
  const passkeys = createPasskeys(deps);
  const signIn = createSignIn({ ...deps, limits, secondFactor });
  const provider = settings && googleProvider(settings, publicUrl);
  const newAccount = newGoogleAccount(deps);
  return {
    secondFactor,
    lostFactor,
    passkeys,
    signIn,
    google: createGoogle({ ...deps, passkeys, signIn, provider, newAccount }),
    /** S-18: an authenticator app or a passkey. */
    hasSecondFactor: async (userId: string) => (await secondFactor.isOn(userId)) || passkeys.hasAny(userId),
    proofsOf: (userId: string) => proofsOf({ store, passkeys }, userId),
    /** Throws unless the proof is valid for this user. */
    checkProof: (proof: Proof) => checkProof({ store, limits, secondFactor, passkeys }, proof),
  };
}
