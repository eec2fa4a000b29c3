import * as z from 'zod/mini';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { OneTimeTokens } from '../one-time-tokens.store.ts';

const LIFE = 5 * MINUTE;
const ClientData = z.object({ challenge: z.string() });

function challengeIn(clientDataJSON: string): string | null {
  try {
    const parsed = z.safeParse(ClientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
    return parsed.success ? parsed.data.challenge : null;
  } catch {
    return null;
  }
}

/** S-20: 256 bits each from the library, of which only the hash is kept; one use, five minutes. */
export function challengeKeeper({ tokens, clock }: { tokens: OneTimeTokens; clock: Clock }) {
  return {
    /** A new passkey is for `userId`; null lets any known passkey answer. */
    async keep(challenge: string, userId: string | null): Promise<void> {
      const now = clock();
      const row = { purpose: 'passkey', details: {}, createdAt: now, expiresAt: now + LIFE } as const;
      await tokens.add({ ...row, token: challenge, userId });
    },
    /** Uses up the challenge that was answered. Null when it was not ours, not for this, used or over. */
    async take(clientDataJSON: string, userId: string | null): Promise<string | null> {
      const challenge = challengeIn(clientDataJSON);
      if (challenge === null) return null;
      const taken = await tokens.take('passkey', challenge, clock());
      return taken?.userId === userId ? challenge : null;
    },
  };
}
