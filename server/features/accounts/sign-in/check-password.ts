import type { AccountsStore } from '../accounts.store.ts';
import { hashPassword, isOutdated, passwordMatches } from '../password.ts';
import { emailKey } from '../sign-up.ts';

// S-06: an unknown address costs the same hash as a known one.
let decoy: Promise<string> | null = null;

interface PasswordCheck {
  /** Null for an unknown address. */
  userId: string | null;
  /** The stored hash that the password matches; null when it does not. */
  hash: string | null;
}

/** Checks the password of an address in constant time. */
export async function checkPassword(store: AccountsStore, email: string, password: string): Promise<PasswordCheck> {
  const user = await store.userByEmail(emailKey(email));
  decoy ??= hashPassword('not a password');
  const stored = user?.passwordHash ?? null;
  const isIt = await passwordMatches(password, stored ?? (await decoy));
  if (!user || !isIt || stored === null) return { userId: user?.userId ?? null, hash: null };
  const { userId } = user;
  if (!isOutdated(stored)) return { userId, hash: stored };
  const hash = await hashPassword(password);
  await store.replaceHash(userId, { before: stored, after: hash });
  return { userId, hash };
}
