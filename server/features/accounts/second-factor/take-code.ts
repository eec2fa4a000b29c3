import { seal, unseal } from '../../../lib/seal.ts';
import type { AccountContext } from '../deps.ts';
import { type CodeAttempt, guessLimits } from './guess-limits.ts';
import { recoveryCodeHash } from './recovery-code.ts';
import { recoveryCodesStore } from './recovery-codes.store.ts';
import { secondFactorStore } from './second-factor.store.ts';
import { stepOf } from './totp.ts';

export type CodeKind = 'app' | 'recovery';

const sealContext = (userId: string) => `${userId}|totp`;

export type CodeDeps = Pick<AccountContext, 'db' | 'clock' | 'audit' | 'dataKey' | 'sharedLimits'>;

/** Checks codes within the limits of attempts. */
export function codeTaker(deps: CodeDeps) {
  const { db, clock, audit, dataKey } = deps;
  const { counted } = guessLimits({
    ...deps,
    onSuspicion: (userId) => audit.recordLater(userId, 'codes-guessed'),
  });

  async function appStep(userId: string, { code, sealed }: { code: string; sealed: Buffer }): Promise<number | null> {
    await audit.secrets.codeUse(userId);
    const secret = unseal(await dataKey(userId), sealed, sealContext(userId));
    return stepOf(code.replaceAll(/\s/g, ''), secret, clock());
  }

  async function takeApp(userId: string, code: string): Promise<true | null> {
    const store = secondFactorStore(db, userId);
    const { sealed, since } = (await store.read()) ?? {};
    if (!sealed || !since) return null;
    const step = await appStep(userId, { code, sealed });
    return step !== null && (await store.useStep(step)) ? true : null;
  }

  async function takeRecovery(userId: string, code: string): Promise<true | null> {
    const codes = recoveryCodesStore(db, userId);
    if (!(await codes.use(recoveryCodeHash(code), clock()))) return null;
    await audit.record(userId, 'recovery-code-used', { left: await codes.left() });
    return true;
  }

  return {
    sealSecret: async (userId: string, secret: Buffer): Promise<Buffer> =>
      seal(await dataKey(userId), secret, sealContext(userId)),
    /** The step of a correct first code, before the secret is in force; null for a wrong one. */
    firstStep: (userId: string, first: { code: string; sealed: Buffer }) =>
      counted({ userId, address: 'first code' }, () => appStep(userId, first)),
    /** Uses up a code of the app or, where accepted, a recovery code. False when it is wrong. */
    async take(attempt: CodeAttempt, code: string, kinds: readonly CodeKind[]): Promise<boolean> {
      const kind = /^\s*(\d\s*){6}$/.test(code) ? 'app' : 'recovery';
      if (!kinds.includes(kind)) return false;
      const use = kind === 'app' ? takeApp : takeRecovery;
      return (await counted(attempt, () => use(attempt.userId, code))) ?? false;
    },
  };
}
