import { describe, expect, it } from 'vitest';
import { networkLimit } from '../runtime/request-limits/network-limit.ts';
import { isLoopback, networkOf, plainAddress, siteOf } from './network-of.ts';

describe('S-52 who calls', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
    ['2001:db8::a:b:c:d', '2001:db8:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['[2001:db8::1]:443', '2001:db8:0:0'],
    ['[2001:db8::1]', '2001:db8:0:0'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0'],
    ['2001:db8::192.0.2.1', '2001:db8:0:0'],
    ['2001:DB8:01:f::7', '2001:db8:1:f'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['local', 'local'],
  ])('S-52 %s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['2001:db8:1:2::7', '2001:db8:1::/48'],
    ['[2001:DB8:0001:ffff::7]:443', '2001:db8:1::/48'],
    ['203.0.113.9', null],
    ['::ffff:203.0.113.9', null],
    ['::1', null],
    ['local', null],
  ])('S-52 %s is of the larger network %s', (address, site) => {
    expect(siteOf(address)).toBe(site);
  });

  it.each([
    ['unknown', null],
    ['_hidden', null],
    ['203.0.113.9, 192.0.2.1', null],
    ['x'.repeat(1000), null],
    ['[::ffff:203.0.113.9]:1', '203.0.113.9'],
    ['2001:DB8::1', '2001:db8::1'],
  ])('S-52 %.20s is the address %s', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['local', true],
    ['192.168.0.1', false],
    ['1270.0.0.1', false],
  ])('S-52 %s is this machine: %s', (address, here) => {
    expect(isLoopback(address)).toBe(here);
  });
});

describe('S-52 a limit of networks', () => {
  const limit = () => networkLimit({ most: 3, windowMs: 1000, clock: () => 0 });

  it('S-52 counts a /64 as one, and a /48 at ten times as many', () => {
    const tries = limit();
    const from = (net: number, host: number) => () =>
      tries.take({ address: `2001:db8:1:${net.toString(16)}::${host}` }, 'Too many.');
    for (let host = 1; host <= 3; host += 1) from(0, host)();
    expect(from(0, 4)).toThrow('Too many.');
    for (let net = 1; net <= 9; net += 1) for (let host = 1; host <= 3; host += 1) from(net, host)();
    expect(from(10, 1)).toThrow('Too many.');
    tries.giveBack({ address: '2001:db8:1:9::1' });
    expect(from(10, 1)).not.toThrow();
    expect(() => tries.take({ address: '2001:db8:2::1' }, 'Too many.')).not.toThrow();
  });

  it('S-52 counts an IPv4 address as one in all its forms', () => {
    const tries = limit();
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1:4711']) tries.take({ address }, 'Too many.');
    expect(() => tries.take({ address: '[::ffff:c000:201]:1' }, 'Too many.')).toThrow('Too many.');
    expect(() => tries.take({ address: '192.0.2.1', at: 'another' }, 'Too many.')).not.toThrow();
  });
});
