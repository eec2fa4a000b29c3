import { BlockList, isIP, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Providers assign 64 bits to a household and 48 to a site. */
const OWN_GROUPS = 4;
const SITE_GROUPS = 3;
const DOTTED = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/;
/** As proxies write addresses: '[2001:db8::1]:443', '192.0.2.1:443', 'fe80::1%eth0'. */
const BRACKETED = /^\[([^\]]*)\](?::\d+)?$/;
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;

const here = new BlockList();
here.addSubnet('127.0.0.0', 8, 'ipv4');
const groupsOf = (part: string | undefined): string[] => (part ? part.split(':') : []);
const hex = (high = '0', low = '0') => (Number(high) * 256 + Number(low)).toString(16);

/** The eight groups of an IPv6 address, each without leading zeros. */
function expanded(address: string): string[] {
  const plain = address.replace(
    DOTTED,
    (_, before: string, ...bytes: string[]) => `${before}${hex(bytes[0], bytes[1])}:${hex(bytes[2], bytes[3])}`,
  );
  const [head, tail] = plain.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}

/** The IPv4 address within ::ffff:0:0/96; null for any other. */
function mapped(groups: readonly string[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return null;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** An address in canonical form, without port and zone; null when it is not an address. */
export function plainAddress(text: string): string | null {
  const bare = (BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text).replace(/%.*$/, '');
  if (isIP(bare) === 0) return null;
  return isIPv6(bare) ? (mapped(expanded(bare)) ?? bare.toLowerCase()) : bare;
}

/** The network that limits count by: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(text: string): string {
  const address = plainAddress(text) ?? text;
  return isIPv6(address) ? expanded(address).slice(0, OWN_GROUPS).join(':') : address;
}

/** The /48 of an IPv6 address, which holds 65,536 of the networks above; null for IPv4. */
export function siteOf(text: string): string | null {
  const address = plainAddress(text) ?? text;
  return isIPv6(address) && !isLoopback(address) ? `${expanded(address).slice(0, SITE_GROUPS).join(':')}::/48` : null;
}

/** A /48 may belong to many households. */
const SITE_TIMES = 10;

/** Every network that a request from this address counts for, and by what factor its limit is multiplied. */
export function networksOf(text: string): readonly { name: string; times: number }[] {
  const site = siteOf(text);
  const own = { name: networkOf(text), times: 1 };
  return site === null ? [own] : [own, { name: site, times: SITE_TIMES }];
}

/** Loopback, or no connection at all. */
export function isLoopback(text: string): boolean {
  const address = plainAddress(text);
  if (address === null) return text === 'local';
  return isIPv6(address) ? expanded(address).join(':') === '0:0:0:0:0:0:0:1' : here.check(address);
}
