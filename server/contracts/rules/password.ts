const RULES =
  'Password must be at least 10 characters, contain uppercase, lowercase, digits and special characters and must not be the same as email';
const SHORTEST = 10;
const PRODUCT = 'tandem';

const KINDS = [
  { rule: 'A lowercase letter', pattern: /[a-z]/ },
  { rule: 'An uppercase letter', pattern: /[A-Z]/ },
  { rule: 'A digit', pattern: /\d/ },
  { rule: 'One of !@#$%^&*()_+', pattern: /[!@#$%^&*()_+]/ },
];

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();
const namesProduct = (password: string): boolean => password.toLowerCase().includes(PRODUCT);

/** The spec's sentence for the first rule a password breaks, or null. Never trims, never folds case. */
export function passwordFault(password: string, email: string): string | null {
  if (password.trim() === '') return RULES;
  if (password.length < SHORTEST) return `Password must be at least ${SHORTEST} characters`;
  if (!KINDS.every(({ pattern }) => pattern.test(password)))
    return 'Password must contain uppercase, lowercase, digits and special characters';
  if (sameText(password, email)) return 'Password must not be the same as email';
  if (namesProduct(password)) return 'Password must not contain the name Tandem';
  return null;
}

export interface PasswordRule {
  rule: string;
  met: boolean;
}

/** Each rule by itself, for showing while one types. */
export function passwordRules(password: string, email: string): PasswordRule[] {
  const typed = password !== '';
  return [
    { rule: `At least ${SHORTEST} characters`, met: password.length >= SHORTEST },
    ...KINDS.map(({ rule, pattern }) => ({ rule, met: pattern.test(password) })),
    {
      rule: 'Not your e-mail, not the name Tandem',
      met: typed && !sameText(password, email) && !namesProduct(password),
    },
  ];
}

export const PASSWORDS_DIFFER = "Passwords don't match.";

/** S-02; only the server knows which. */
export const PASSWORD_KNOWN = 'This password, or one very like it, is known from leaks. Choose another one.';
