import { Agent, fetch } from 'undici';
import { ofTheSystem, publicLookup, type Resolve } from '../../../lib/public-fetch.ts';
import { isAdded } from '../where-to.ts';

export interface Answered {
  status: number;
  /** The Retry-After header. */
  retryAfter: string | null;
}
export type Post = (
  url: string,
  what: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<Answered>;

/**
 * W-17: each call looks the name up anew, and connects to the public address that it found; redirects are not followed.
 * Hosts that the operator named may be anywhere.
 */
export function publicPost({ hosts, resolve = ofTheSystem }: { hosts: readonly string[]; resolve?: Resolve }): Post {
  return async (url, what) => {
    const connect = isAdded(new URL(url), hosts) ? {} : { lookup: publicLookup(resolve) };
    const dispatcher = new Agent({ connect });
    try {
      const response = await fetch(url, { method: 'POST', redirect: 'manual', dispatcher, ...what });
      const { status, headers } = response;
      await response.body?.cancel();
      return { status, retryAfter: headers.get('retry-after') };
    } finally {
      await dispatcher.destroy();
    }
  };
}
