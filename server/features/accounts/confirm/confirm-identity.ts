import type { confirmIdentity as contract } from '#contracts/confirm.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { passwordMatches } from '../password.ts';
import { WRONG_CODE } from '../second-factor/second-factor.ts';
import type { Person } from '../../../http/http-env.ts';
import { emailKey } from '../sign-up.ts';
import type { SignInDeps } from '../sign-in/sign-in.ts';

interface ConfirmDeps extends Pick<SignInDeps, 'store' | 'limits' | 'secondFactor'> {
  passkeys: Passkeys;
}

export interface Proof {
  person: Person;
  given: JsonOf<typeof contract>;
  address: string;
}

/** The error of a proof; null when it is valid. */
async function faultOf({ store, limits, secondFactor, passkeys }: ConfirmDeps, { person, given, address }: Proof) {
  const { userId, email } = person;
  const { password, code, passkey } = given;
  if (code !== undefined) return (await secondFactor.take({ userId, address }, code, ['app'])) ? null : WRONG_CODE;
  if (passkey !== undefined)
    return (await passkeys.check(passkey)) === userId ? null : 'This passkey is not yours here.';
  const fits = await limits.counted({ emailKey: emailKey(email), address }, async () => {
    const { passwordHash: stored } = await store.credentials(userId);
    return stored && (await passwordMatches(password ?? '', stored)) ? true : null;
  });
  return fits ? null : 'This password is not right.';
}

/** Throws unless the proof is valid for this user. */
export async function checkProof(deps: ConfirmDeps, proof: Proof): Promise<void> {
  const fault = await faultOf(deps, proof);
  if (fault !== null) throw new Refusal('unprocessable', fault);
}

/** The ways in which a user can confirm their identity. */
export async function proofsOf({ store, passkeys }: Pick<ConfirmDeps, 'store' | 'passkeys'>, userId: string) {
  const { passwordHash, googleSubject, totpSince } = await store.credentials(userId);
  return {
    password: passwordHash !== null,
    code: totpSince !== null,
    passkey: await passkeys.hasAny(userId),
    google: googleSubject !== null,
  };
}
