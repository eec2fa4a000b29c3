import type { AccountsStore } from './accounts.store.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { emailKey } from './sign-up.ts';

// S-06: an unknown address costs the same hash as a known one.
let decoy: Promise<string> | null = null;

/** The account's id when address and password fit, else null; it takes as long either way. */
export async function checkPassword(store: AccountsStore, email: string, password: string): Promise<string | null> {
  const user = await store.userByEmail(emailKey(email));
  decoy ??= hashPassword('nobody has this password');
  const fits = await passwordMatches(password, user?.passwordHash ?? (await decoy));
  return user && fits ? user.userId : null;
}
