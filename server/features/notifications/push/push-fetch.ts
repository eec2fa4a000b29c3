import { Agent, fetch as undiciFetch } from 'undici';
import { ofTheSystem, publicLookup, type Resolve } from '../../../lib/public-fetch.ts';
import type { Fetch } from './send-push.ts';

/**
 * S-40: push services are reached at public addresses only, except those that the operator added (`host` or
 * `host:port`).
 */
export function pushFetch(added: readonly string[], resolve: Resolve = ofTheSystem): Fetch {
  const outside = new Agent({ connect: { lookup: publicLookup(resolve) } });
  const anywhere = new Agent();
  const isAdded = ({ host, hostname }: URL) =>
    added.some((name) => [host, `${hostname}:443`].includes(name.toLowerCase()));
  return (url, init) => {
    const dispatcher = isAdded(new URL(url)) ? anywhere : outside;
    return undiciFetch(url, { ...init, dispatcher });
  };
}
