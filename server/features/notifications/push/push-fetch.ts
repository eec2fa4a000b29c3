import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { isPublic } from '../../../lib/public-address.ts';
import type { Fetch } from './send-push.ts';

export type Resolve = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Connects to the address that was checked, without a second lookup. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, answer) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first, ...others] = error ? [] : found.filter(({ address }) => isPublic(address));
      if (!first) answer(error ?? new Error(`${host} has no public address`), '');
      else if (options.all) answer(null, [first, ...others]);
      else answer(null, first.address, first.family);
    });

/**
 * S-40: push services are reached at public addresses only, except those that the operator added (`host` or
 * `host:port`).
 */
export function pushFetch(added: readonly string[], resolve: Resolve = systemLookup): Fetch {
  const outside = new Agent({ connect: { lookup: publicLookup(resolve) } });
  const anywhere = new Agent();
  const isAdded = ({ host, hostname }: URL) =>
    added.some((name) => [host, `${hostname}:443`].includes(name.toLowerCase()));
  return (url, init) => {
    const dispatcher = isAdded(new URL(url)) ? anywhere : outside;
    return undiciFetch(url, { ...init, dispatcher });
  };
}
