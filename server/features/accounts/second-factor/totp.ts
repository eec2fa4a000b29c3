import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { qrImage } from '../../../lib/qr.ts';

const PERIOD = 30;
const STEP_MS = PERIOD * 1000;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({ issuer: 'Tandem', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }), period: PERIOD });

/** The 30 s step of this code, at most one away from the current one; null for a wrong code. */
export function stepOf(code: string, secret: Uint8Array, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const away = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return away === null ? null : Math.floor(now / STEP_MS) + away;
}

/** For authenticator apps: as text, link and QR code. */
export function setupOf(secret: Uint8Array, email: string) {
  const totp = totpOf(secret, email);
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr: qrImage(uri) };
}
