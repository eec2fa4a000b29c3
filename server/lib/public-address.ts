import { BlockList, isIPv6 } from 'node:net';

// IANA's special-purpose registries: this host, private, shared (CGNAT), loopback, link-local, test, multicast, reserved.
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

// Separate lists: a combined one would take every IPv4 address for its mapped form in ::ffff:0:0/96.
const elsewhere = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of NOT_PUBLIC) {
  const family = familyOf(network);
  elsewhere[family].addSubnet(network, prefix, family);
}

/** A public address, not one of a machine or a private network. */
export function isPublic(address: string): boolean {
  const family = familyOf(address);
  return !elsewhere[family].check(address, family);
}
