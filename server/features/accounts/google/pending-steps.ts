import * as z from 'zod/mini';
import { MINUTE } from '#contracts/rules/time.ts';
import { newToken } from '../../../lib/token.ts';
import type { Link } from './linking.ts';
import type { AccountContext } from '../deps.ts';

const LIFE = 10 * MINUTE;

const Details = z.object({
  step: z.enum(['password', 'code']),
  /** What is linked after the step; null for nothing. */
  link: z.nullable(z.object({ subject: z.string(), email: z.string(), isVerified: z.boolean() })),
});
export type Step = z.output<typeof Details>['step'];

/** After Google the account asks for one more step: its password or a code. Valid for ten minutes. */
export function pendingSteps({ tokens, clock }: Pick<AccountContext, 'tokens' | 'clock'>) {
  return {
    /** The token authorizes one browser for the step. */
    async add(step: Step, userId: string, link: Link | null): Promise<string> {
      const token = newToken();
      const now = clock();
      const details = { step, link: link && { subject: link.subject, email: link.email, isVerified: link.isVerified } };
      await tokens.add({ token, purpose: 'totp', userId, details, createdAt: now, expiresAt: now + LIFE });
      return token;
    },
    /**
     * Null when it expired, or another step is required: an account that asks for the password has no other proof yet.
     */
    async find(step: Step, token: string): Promise<{ userId: string; link: Link | null } | null> {
      const found = await tokens.find('totp', token, clock());
      const details = z.safeParse(Details, found?.details);
      if (!found?.userId || !details.success || details.data.step !== step) return null;
      return { userId: found.userId, link: details.data.link };
    },
    end: (token: string) => tokens.take('totp', token, clock()),
  };
}
export type PendingSteps = ReturnType<typeof pendingSteps>;
