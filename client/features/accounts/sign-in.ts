import { signIn, signUp } from '#contracts/accounts.ts';
import { emailFault, LOGIN_EMPTY, type SignUpForm } from '#contracts/rules/sign-up.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { userQuery } from './session.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface SignInFaults {
  email?: string;
  /** Of the form as a whole. */
  form?: string;
}

export function signInFaults({ email, password }: Credentials): SignInFaults {
  if (email.trim() === '' || password === '') return { form: LOGIN_EMPTY };
  const fault = emailFault(email);
  return fault ? { email: fault } : {};
}

/** True when signed in; the person is then in the cache. */
async function authorize(client: QueryClient, { email, password }: Credentials): Promise<boolean> {
  const { authorized } = await call(signIn, {
    json: { j_email: email.trim(), j_password: password, 'remember-me': true },
  });
  if (!authorized) return false;
  await client.fetchQuery({ ...userQuery, staleTime: 0 });
  toast.success('You are authorized');
  return true;
}

/** Says what happened either way. */
export async function enter(client: QueryClient, credentials: Credentials): Promise<void> {
  if (!(await authorize(client, credentials))) toast.error('E-mail or password wrong');
}

/** True when the account was made; signing in follows, so only a refusal is said. */
export async function register(form: SignUpForm): Promise<boolean> {
  const { error, email } = await call(signUp, { json: { ...form, email: form.email.trim() } });
  if (error === null && email !== null) return true;
  toast.error(error ?? 'Try again, please');
  return false;
}

/** Into the account that was just made. False when the person has to sign in by hand, which is then said. */
export async function enterNewAccount(client: QueryClient, credentials: Credentials): Promise<boolean> {
  try {
    if (await authorize(client, credentials)) return true;
  } catch (error) {
    toast.error(sentenceOf(error));
  }
  toast.success('Success. Sign in now');
  return false;
}
