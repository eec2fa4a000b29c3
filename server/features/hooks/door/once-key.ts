import { createHash } from 'node:crypto';
import { DAY, SECOND } from '#contracts/rules/time.ts';
import { type Body, canonicalText } from '../../../domain/signals/read-body.ts';

/** Two honest alerts may read alike where neither says when it was made. */
const UNDATED_FOR = 30 * SECOND;

const hashed = (hookId: string, text: string): string => createHash('sha256').update(`${hookId}.${text}`).digest('hex');

/** What bodies that say the same have in common. */
export const fingerprint = (hookId: string, body: Body): string => hashed(hookId, canonicalText(body));

/** W-5: what makes two calls the same signal, and for how long that is remembered, ms. */
export function onceKeyOf(
  hookId: string,
  body: Body,
  { id, time, signedId = null }: { id: string | null; time: number | null; signedId?: string | null },
): { key: string; rememberedFor: number } {
  if (id !== null) return { key: `id ${hashed(hookId, id)}`, rememberedFor: DAY };
  // What was signed once is not taken twice, however it reads.
  if (signedId !== null) return { key: `signed ${hashed(hookId, signedId)}`, rememberedFor: DAY };
  return { key: `body ${fingerprint(hookId, body)}`, rememberedFor: time === null ? UNDATED_FOR : DAY };
}
