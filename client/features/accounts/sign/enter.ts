import { signIn, signUp } from '#contracts/accounts.ts';
import { finishGoogle } from '#contracts/google.ts';
import { signInByPasskey } from '#contracts/passkeys.ts';
import { emailFault, LOGIN_EMPTY, type SignUpForm } from '#contracts/rules/sign-up.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { finishSignOut, userQuery } from '../session.ts';
import { askForPasskey } from '../webauthn.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface SignInFaults {
  email?: string;
  /** Error of the form as a whole. */
  form?: string;
}

export function signInFaults({ email, password }: Credentials): SignInFaults {
  if (email.trim() === '' || password === '') return { form: LOGIN_EMPTY };
  const fault = emailFault(email);
  return fault ? { email: fault } : {};
}

/** `code-wanted`: the password is right, and a second factor is needed. */
export type Entry = 'in' | 'refused' | 'code-wanted';

async function completeSignIn(client: QueryClient): Promise<Entry> {
  await client.fetchQuery({ ...userQuery, staleTime: 0 });
  toast.success('You are authorized');
  return 'in';
}

/** After `in`, the user is in the cache. */
async function authorize(client: QueryClient, { email, password }: Credentials, code?: string): Promise<Entry> {
  await finishSignOut();
  const { authorized, twoFactor } = await call(signIn, {
    json: { j_email: email.trim(), j_password: password, 'remember-me': true, ...(code ? { j_code: code } : {}) },
  });
  if (!authorized) return twoFactor ? 'code-wanted' : 'refused';
  return completeSignIn(client);
}

export async function enter(client: QueryClient, credentials: Credentials, code?: string): Promise<Entry> {
  const entry = await authorize(client, credentials, code);
  if (entry === 'refused') toast.error('E-mail or password wrong');
  return entry;
}

/** A passkey replaces password and second factor. Throws a message for the user if none was used. */
export async function enterByPasskey(client: QueryClient): Promise<void> {
  await finishSignOut();
  const { authorized } = await call(signInByPasskey, {
    json: { passkey: await askForPasskey(), 'remember-me': true },
  });
  if (authorized) await completeSignIn(client);
  else toast.error('This passkey belongs to no account here. Use another way to sign in.');
}

/** Second factor after Google sign-in. */
export async function enterAfterGoogle(client: QueryClient, code: string): Promise<Entry> {
  const { authorized } = await call(finishGoogle, { json: { code } });
  return authorized ? completeSignIn(client) : 'code-wanted';
}

/** Null on success; only a refusal is shown, because signing in follows. */
export async function register(form: SignUpForm): Promise<string | null> {
  const { error, email } = await call(signUp, { json: { ...form, email: form.email.trim() } });
  if (error === null && email !== null) return null;
  const sentence = error ?? 'Try again, please';
  toast.error(sentence);
  return sentence;
}

/** Signs in to the new account. False if the user has to sign in manually, which is then announced. */
export async function enterNewAccount(client: QueryClient, credentials: Credentials): Promise<boolean> {
  try {
    if ((await authorize(client, credentials)) === 'in') return true;
  } catch (error) {
    toast.error(sentenceOf(error));
  }
  toast.success('Success. Sign in now');
  return false;
}
