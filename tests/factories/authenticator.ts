import { Secret, TOTP } from 'otpauth';

/** An authenticator app that was told this secret. */
export function authenticator(secret: string, clock: () => number = Date.now) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    /** The code of now, or of so many steps of 30 s away. */
    code: (steps = 0) => totp.generate({ timestamp: clock() + steps * 30_000 }),
  };
}
