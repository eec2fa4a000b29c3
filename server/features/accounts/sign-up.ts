import type { JsonOf } from '#contracts/endpoint.ts';
import type { signUp } from '#contracts/accounts.ts';
import { signUpFaults } from '#contracts/rules/sign-up.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import type { Vault } from '../../lib/vault.ts';
import type { AccountsStore } from './accounts.store.ts';
import { passwordRefusal } from './new-password/password-refusal.ts';
import { hashPassword } from './password.ts';

export const emailKey = (email: string): string => email.trim().toLowerCase();

export const ALREADY_REGISTERED = 'This e-mail is already registered';

interface Needs {
  store: AccountsStore;
  vault: Vault;
  clock: Clock;
}

/** A new account, or the sentence that says why not. */
export async function addAccount(
  { store, vault, clock }: Needs,
  form: JsonOf<typeof signUp>,
): Promise<{ error: string; userId: null } | { error: null; userId: string }> {
  const [fault] = Object.values(signUpFaults(form));
  if (fault) return { error: fault, userId: null };
  const refusal = passwordRefusal(form.password, form.email);
  if (refusal) return { error: refusal, userId: null };
  const userId = newId();
  const added = await store.addUser({
    userId,
    email: form.email.trim(),
    emailKey: emailKey(form.email),
    username: form.username.trim(),
    passwordHash: await hashPassword(form.password),
    ...vault.newDataKey(userId),
    createdAt: clock(),
  });
  return added ? { error: null, userId } : { error: ALREADY_REGISTERED, userId: null };
}
