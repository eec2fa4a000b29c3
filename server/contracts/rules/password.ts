const RULES =
  'Password must be at least 10 characters, contain uppercase, lowercase, digits and special characters and must not be the same as email';

/** The spec's sentence for the first rule a password breaks, or null. Never trims, never folds case. */
export function passwordFault(password: string, email: string): string | null {
  if (password.trim() === '') return RULES;
  if (password.length < 10) return 'Password must be at least 10 characters';
  const wanted = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*()_+]/];
  if (!wanted.every((pattern) => pattern.test(password)))
    return 'Password must contain uppercase, lowercase, digits and special characters';
  if (password.toLowerCase() === email.toLowerCase()) return 'Password must not be the same as email';
  return null;
}

export const PASSWORDS_DIFFER = "Passwords don't match.";
