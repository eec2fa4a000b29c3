import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { MINUTE } from '#contracts/rules/time.ts';
import { newToken } from '../../../lib/token.ts';
import type { Binding } from './provider.ts';
import type { AccountContext } from '../deps.ts';

const LIFE = 10 * MINUTE;

const Details = z.object({
  intent: z.enum(['sign-in', 'link', 'confirm']),
  /** The page to return to. */
  to: z.string(),
  nonce: z.string(),
  /** The hash of the verifier, which only the browser that began holds. */
  browser: z.string(),
});

export interface AuthorizationRequest extends Pick<z.output<typeof Details>, 'intent' | 'to'> {
  /** The signed-in user who began, if any. */
  userId: string | null;
}

const markOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** A redirect to Google and back: single use, bound to one browser, within ten minutes. */
export function authorizationRequests({ tokens, clock }: Pick<AccountContext, 'tokens' | 'clock'>) {
  return {
    async begin({ userId, ...request }: AuthorizationRequest): Promise<Binding> {
      const binding = { state: newToken(), nonce: newToken(), verifier: newToken() };
      const { state: token, nonce, verifier } = binding;
      const now = clock();
      const details = { ...request, nonce, browser: markOf(verifier) };
      await tokens.add({ token, purpose: 'google', userId, details, createdAt: now, expiresAt: now + LIFE });
      return binding;
    },
    /** Null when this browser did not begin it, or has returned before. */
    async end(state: string, verifier: string): Promise<{ request: AuthorizationRequest; binding: Binding } | null> {
      const taken = await tokens.take('google', state, clock());
      const details = z.safeParse(Details, taken?.details);
      if (!taken || !details.success || details.data.browser !== markOf(verifier)) return null;
      const { intent, to, nonce } = details.data;
      return { request: { intent, to, userId: taken.userId }, binding: { state, nonce, verifier } };
    },
  };
}
