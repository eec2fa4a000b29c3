import { Refusal } from '../../../lib/errors.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-code.ts';
import { recoveryCodesStore } from './recovery-codes.store.ts';
import { secondFactorStore } from './second-factor.store.ts';
import type { LostFactor } from './lost-factor.ts';
import { type CodeDeps, codeTaker } from './take-code.ts';
import { newSecret, setupOf } from './totp.ts';

export const WRONG_CODE = 'This code is not right. Wait for the next one in your app, then type that.';
const IS_ON = 'Two-factor authentication is on already.';
const IS_OFF = 'Two-factor authentication is off.';

/** Authenticator apps, and ten recovery codes in their place. */
export function createSecondFactor(deps: CodeDeps & { lost: Pick<LostFactor, 'isOver'> }) {
  const { db, clock, audit, lost } = deps;
  const { sealSecret, firstStep, take } = codeTaker(deps);
  const storeOf = (userId: string) => secondFactorStore(db, userId);
  const isOn = async (userId: string): Promise<boolean> =>
    Boolean((await storeOf(userId).read())?.since) && !(await lost.isOver(userId));

  return {
    isOn,
    take,
    async status(userId: string) {
      const { since = null } = (await storeOf(userId).read()) ?? {};
      return { since, recoveryCodesLeft: await recoveryCodesStore(db, userId).left() };
    },
    /** The secret, shown once; in force after a first code. */
    async start({ userId, email }: { userId: string; email: string }) {
      const secret = newSecret();
      if (!(await storeOf(userId).start(await sealSecret(userId, secret)))) throw new Refusal('conflict', IS_ON);
      return setupOf(secret, email);
    },
    /** The recovery codes, shown once. */
    async turnOn(userId: string, code: string): Promise<string[]> {
      const store = storeOf(userId);
      const { sealed, since } = (await store.read()) ?? {};
      if (since) throw new Refusal('conflict', IS_ON);
      if (!sealed) throw new Refusal('conflict', 'Set up your app with the secret first.');
      const step = await firstStep(userId, { code, sealed });
      if (step === null) throw new Refusal('unprocessable', WRONG_CODE);
      const codes = newRecoveryCodes();
      const isMine = await store.turnOn({ sealed, since: clock(), step }, codes.map(recoveryCodeHash));
      if (!isMine) throw new Refusal('conflict', IS_ON);
      await audit.record(userId, 'two-factor-on');
      return codes;
    },
    async turnOff(userId: string): Promise<void> {
      if (!(await storeOf(userId).turnOff())) throw new Refusal('conflict', IS_OFF);
      await audit.record(userId, 'two-factor-off');
    },
    async newCodes(userId: string): Promise<string[]> {
      if (!(await isOn(userId))) throw new Refusal('conflict', IS_OFF);
      const codes = newRecoveryCodes();
      await recoveryCodesStore(db, userId).replace(codes.map(recoveryCodeHash));
      await audit.record(userId, 'recovery-codes-made');
      return codes;
    },
  };
}
export type SecondFactor = ReturnType<typeof createSecondFactor>;
