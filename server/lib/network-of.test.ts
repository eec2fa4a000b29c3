import { describe, expect, it } from 'vitest';
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
