import type { confirmIdentity as contract } from '#contracts/confirm.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { AccountsStore } from '../accounts.store.ts';
import { passwordMatches } from '../password.ts';
import { type SecondFactor, WRONG_CODE } from '../second-factor/second-factor.ts';
import type { Person } from '../session.ts';
import { emailKey } from '../sign-up.ts';
import type { PasswordLimits } from './limits.ts';

interface Needs {
  store: AccountsStore;
  limits: PasswordLimits;
  secondFactor: SecondFactor;
}

export interface Proof {
  person: Person;
  given: JsonOf<typeof contract>;
  address: string;
}

/** Refuses unless what is given proves that this is the person. */
export async function checkProof({ store, limits, secondFactor }: Needs, { person, given, address }: Proof) {
  const { password, code } = given;
  if (code !== undefined && !(await secondFactor.take(person.userId, code, ['app']))) {
    throw new Refusal('unprocessable', WRONG_CODE);
  }
  if (password === undefined) return;
  const fits = await limits.counted({ emailKey: emailKey(person.email), address }, async () => {
    const stored = await store.passwordHash(person.userId);
    return stored && (await passwordMatches(password, stored)) ? true : null;
  });
  if (!fits) throw new Refusal('unprocessable', 'This password is not right.');
}
