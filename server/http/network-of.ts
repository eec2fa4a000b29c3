import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** What a provider gives to one household: 64 bits. */
const OWN_GROUPS = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const groupsOf = (part: string | undefined): string[] => (part ? part.split(':') : []);

/** Who calls, as limits count: an IPv4 address, or the network of an IPv6 one, however it is written. */
export function networkOf(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head, tail] = address.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, OWN_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
