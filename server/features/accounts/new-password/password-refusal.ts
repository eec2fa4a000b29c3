import { PASSWORD_KNOWN, PASSWORDS_DIFFER, passwordFault } from '#contracts/rules/password.ts';
import { Refusal } from '../../../lib/errors.ts';
import { isKnownPassword } from './known-passwords.ts';

/** Why this cannot be the password for this address, or null. */
export const passwordRefusal = (password: string, email: string): string | null =>
  passwordFault(password, email) ?? (isKnownPassword(password) ? PASSWORD_KNOWN : null);

interface NewPassword {
  password: string;
  passwordConfirmation: string | undefined;
}

const malformed = (path: keyof NewPassword, message: string) =>
  new Refusal('malformed', message, { issues: [{ path, message }] });

/** Throws a refusal with the faulty field. */
export function checkNewPassword(email: string, { password, passwordConfirmation }: NewPassword): void {
  const refusal = passwordRefusal(password, email);
  if (refusal !== null) throw malformed('password', refusal);
  if (password !== passwordConfirmation) throw malformed('passwordConfirmation', PASSWORDS_DIFFER);
}
