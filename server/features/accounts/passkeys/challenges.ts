import * as z from 'zod/mini';
import { MINUTE } from '#contracts/rules/time.ts';
import type { AccountContext } from '../deps.ts';

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

/** S-20: 256-bit challenges of the library, stored as hashes; single use, five minutes. */
export function challengeKeeper({ tokens, clock }: Pick<AccountContext, 'tokens' | 'clock'>) {
  return {
    /** For a new passkey of `userId`; null for any known passkey. */
    async keep(challenge: string, userId: string | null): Promise<void> {
      const now = clock();
      const row = { purpose: 'passkey', details: {}, createdAt: now, expiresAt: now + LIFE } as const;
      await tokens.add({ ...row, token: challenge, userId });
    },
    /** Uses up the challenge of a response. Null when it is unknown, for another purpose, used or expired. */
    async take(clientDataJSON: string, userId: string | null): Promise<string | null> {
      const challenge = challengeIn(clientDataJSON);
      if (challenge === null) return null;
      const taken = await tokens.take('passkey', challenge, clock());
      return taken?.userId === userId ? challenge : null;
    },
  };
}
