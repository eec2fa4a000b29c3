import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';

/** What is signed: the body as it is sent, with the id of its event and the time of the attempt, UTC epoch ms. */
export interface Signed {
  id: string;
  at: number;
  body: string;
}

export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** W-14: 'v1,…' by Standard Webhooks 1.0.0; of several secrets, separated by a space. */
export const signatureOf = (secrets: readonly string[], { id, at, body }: Signed): string =>
  secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body)).join(' ');

/** How far the sender's clock may be off, ms. */
const TOLERANCE = 5 * MINUTE;

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The headers of a signed call; null where it has none, or a time that is none. */
export function signedHeaders(
  header: (name: string) => string | undefined,
): { id: string; at: number; signatures: string[] } | null {
  const [id, time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => header(name) ?? '');
  if (!id || !given || !/^\d{1,12}$/.test(time ?? '')) return null;
  return { id, at: Number(time) * SECOND, signatures: given.split(' ') };
}
export type SignedHeaders = NonNullable<ReturnType<typeof signedHeaders>>;

/** Whether one of the signatures is of this secret, made within five minutes of now. */
export function isSigned(
  secret: string,
  { signatures, ...of }: SignedHeaders & { body: string },
  now: number,
): boolean {
  if (Math.abs(now - of.at) > TOLERANCE) return false;
  const expected = signatureOf([secret], of);
  return signatures.some((one) => equal(one, expected));
}
