import type { JsonOf } from '#contracts/endpoint.ts';
import type { signUp } from '#contracts/accounts.ts';
import { signUpFaults } from '#contracts/rules/sign-up.ts';
import { newId } from '../../lib/id.ts';
import { passwordRefusal } from './new-password/password-refusal.ts';
import { admitSignUp } from './password.ts';
import type { SignUpLimits } from './sign-up-limits.ts';
import type { AccountContext } from './deps.ts';

export const emailKey = (email: string): string => email.trim().toLowerCase();

const ALREADY_REGISTERED = 'This e-mail is already registered';

type Form = JsonOf<typeof signUp>;
type Added = { error: string; userId: null } | { error: null; userId: string };

const refused = (error: string): Added => ({ error, userId: null });

/** Creates an account, or returns why not. */
export async function addAccount(
  { store, vault, clock, limits }: Pick<AccountContext, 'store' | 'vault' | 'clock'> & { limits: SignUpLimits },
  form: Form,
  address: string,
): Promise<Added> {
  const [fault] = Object.values(signUpFaults(form));
  if (fault) return refused(fault);
  return admitSignUp(async (hash) => {
    await limits.take(address);
    const refusal = passwordRefusal(form.password, form.email);
    if (refusal) return refused(refusal);
    const key = emailKey(form.email);
    if (await limits.isTaken(address, async () => (await store.userByEmail(key)) !== null))
      return refused(ALREADY_REGISTERED);
    const userId = newId();
    const added = await store.addUser({
      userId,
      email: form.email.trim(),
      emailKey: key,
      username: form.username.trim(),
      passwordHash: await hash(form.password),
      ...vault.newDataKey(userId),
      createdAt: clock(),
    });
    return added ? { error: null, userId } : refused(ALREADY_REGISTERED);
  });
}
