import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublic } from './public-address.ts';

export type Resolve = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export const ofTheSystem: Resolve = systemLookup;

/** Connects to the address that was checked, without a second lookup. */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, answer) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first, ...others] = error ? [] : found.filter(({ address }) => isPublic(address));
      if (!first) answer(error ?? new Error(`${host} has no public address`), '');
      else if (options.all) answer(null, [first, ...others]);
      else answer(null, first.address, first.family);
    });
