import type { confirmIdentity as contract } from '#contracts/confirm.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { AccountsStore } from '../accounts.store.ts';
import { passwordMatches } from '../password.ts';
import type { Person } from '../session.ts';
import { emailKey } from '../sign-up.ts';
import type { PasswordLimits } from './limits.ts';

interface Needs {
  store: AccountsStore;
  limits: PasswordLimits;
}

export interface Proof {
  person: Person;
  given: JsonOf<typeof contract>;
  address: string;
}

/** Refuses unless what is given proves that this is the person. */
export async function checkProof({ store, limits }: Needs, { person, given, address }: Proof): Promise<void> {
  const attempt = { emailKey: emailKey(person.email), address };
  limits.check(attempt);
  const stored = await store.passwordHash(person.userId);
  if (stored && (await passwordMatches(given.password, stored))) return;
  limits.countFailure(attempt);
  throw new Refusal('unprocessable', 'This password is not right.');
}
