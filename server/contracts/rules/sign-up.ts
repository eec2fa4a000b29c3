import { PASSWORDS_DIFFER, passwordFault } from './password.ts';

// The HTML standard's address pattern, with at least one dot in the host.
const ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export const INVALID_EMAIL = 'Please enter a valid email';
export const NAME_MISSING = 'Please enter your name';
export const LOGIN_EMPTY = 'Login or password empty';

export const emailFault = (email: string): string | null => (ADDRESS.test(email.trim()) ? null : INVALID_EMAIL);

export interface SignUpForm {
  email: string;
  username: string;
  password: string;
  passwordConfirmation: string;
}

export type SignUpFaults = Partial<Record<keyof SignUpForm, string>>;

/** The spec's sentence under each field that is wrong; empty when all is well. */
export function signUpFaults(form: SignUpForm): SignUpFaults {
  const faults: SignUpFaults = {};
  if (form.username.trim() === '') faults.username = NAME_MISSING;
  const email = emailFault(form.email);
  if (email) faults.email = email;
  const password = passwordFault(form.password, form.email);
  if (password) faults.password = password;
  if (form.password !== form.passwordConfirmation) faults.passwordConfirmation = PASSWORDS_DIFFER;
  return faults;
}
