import type { RequestContext } from '../../../lib/request-context.ts';
import { Refusal } from '../../../lib/errors.ts';
import { newToken, tokenHash } from '../../../lib/token.ts';
import type { SecondFactor } from '../second-factor/second-factor.ts';
import type { CodeKind } from '../second-factor/take-code.ts';
import type { SessionKeeper } from '../session.ts';
import { emailKey } from '../sign-up.ts';
import { checkPassword } from './check-password.ts';
import { devicesStore } from './devices.store.ts';
import type { PasswordLimits } from './limits.ts';
import type { AccountContext } from '../deps.ts';

export interface SignInDeps extends Pick<AccountContext, 'db' | 'clock' | 'audit' | 'store'> {
  keeper: SessionKeeper;
  limits: PasswordLimits;
  secondFactor: SecondFactor;
}

export interface Credentials {
  email: string;
  password: string;
  code: string | undefined;
}

export type Way = 'password' | 'passkey' | 'google';

interface Entry {
  userId: string;
  way: Way;
  remember: boolean;
  /** The stored hash that the password matched, if there was one. */
  passwordHash?: string;
  holds?: () => Promise<boolean>;
  userAgent: string;
  /** The browser's device cookie. */
  device: string | undefined;
  requestContext: RequestContext;
}

const DEVICE_TOKEN = /^[\w-]{43}$/;
const ANY_CODE: readonly CodeKind[] = ['app', 'recovery'];

export type Checked = { userId: string; passwordHash?: string } | 'refused' | 'code-wanted';

export function createSignIn({ db, clock, audit, store, keeper, limits, secondFactor }: SignInDeps) {
  /** The second step, where the account has one. */
  async function checkCode(userId: string, code: string | undefined, requestContext: RequestContext): Promise<Checked> {
    if (!(await secondFactor.isOn(userId))) return { userId };
    if (code === undefined) return 'code-wanted';
    if (await secondFactor.take({ userId, address: requestContext.address }, code, ANY_CODE)) return { userId };
    audit.recordLater(userId, 'sign-in-refused', { ...requestContext, reason: 'code' });
    return 'code-wanted';
  }

  return {
    checkCode,
    /** Reveals nothing about a second step before the password is right (S-06). */
    async checkCredentials({ email, password, code }: Credentials, requestContext: RequestContext): Promise<Checked> {
      const attempt = { emailKey: emailKey(email), address: requestContext.address };
      const found = await limits.counted(attempt, async () => {
        const { userId, hash } = await checkPassword(store, email, password);
        // S-06: not awaited, or an address with an account would answer later than one without.
        if (userId && !hash) audit.recordLater(userId, 'sign-in-refused', { ...requestContext, reason: 'password' });
        return userId && hash ? { userId, passwordHash: hash } : null;
      });
      if (found === null) return 'refused';
      const checked = await checkCode(found.userId, code, requestContext);
      return typeof checked === 'string' ? checked : found;
    },
    /** Opens a session; returns the tokens for the browser's cookies. */
    async enter({ userId, way, remember, passwordHash, holds, userAgent, device, requestContext }: Entry) {
      const deviceToken = device && DEVICE_TOKEN.test(device) ? device : newToken();
      const newDevice = await devicesStore(db, userId).see(tokenHash(deviceToken), clock());
      const session = await keeper.open({ userId, remember, userAgent, address: requestContext.address });
      // S-15: a concurrent new password ended every session but this one, which did not exist yet.
      if (passwordHash !== undefined && (await store.credentials(userId)).passwordHash !== passwordHash) {
        await keeper.end(session.token);
        throw new Refusal('conflict', 'The password was just changed. Sign in with the new one.');
      }
      if (holds && !(await holds())) {
        await keeper.end(session.token);
        throw new Refusal('conflict', 'This way to sign in was just removed. Sign in with your password.');
      }
      await audit.record(userId, 'signed-in', { ...requestContext, newDevice, way });
      return { session, deviceToken };
    },
    reportLeft: (userId: string, requestContext: RequestContext) =>
      audit.record(userId, 'signed-out', { ...requestContext }),
  };
}
export type SignIn = ReturnType<typeof createSignIn>;
