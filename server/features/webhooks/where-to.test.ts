import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Resolve } from '../../lib/public-fetch.ts';
import { publicPost } from './engine/post.ts';
import { addressFault, placeFault } from './where-to.ts';

const INSIDE = /within a private network/;
const HTTPS = /begins with https/;

const resolvesTo =
  (...addresses: string[]): Resolve =>
  (_, __, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const unknown: Resolve = (_, __, answer) => answer(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);

describe('W-17, S-41: where events may go', () => {
  it.each([
    ['https://127.0.0.1/', INSIDE],
    ['https://127.1/', INSIDE],
    ['https://2130706433/', INSIDE],
    ['https://0x7f000001/', INSIDE],
    ['https://0177.0.0.1/', INSIDE],
    ['https://0.0.0.0/', INSIDE],
    ['https://10.1.2.3/', INSIDE],
    ['https://172.16.0.1/', INSIDE],
    ['https://192.168.1.1/', INSIDE],
    ['https://100.64.0.1/', INSIDE],
    ['https://169.254.169.254/latest/meta-data/', INSIDE],
    ['https://[::1]/', INSIDE],
    ['https://[::]/', INSIDE],
    ['https://[::ffff:127.0.0.1]/', INSIDE],
    ['https://[::ffff:a9fe:a9fe]/', INSIDE],
    ['https://[64:ff9b::a00:1]/', INSIDE],
    ['https://[fd00::1]/', INSIDE],
    ['https://[fe80::1]/', INSIDE],
    ['https://localhost/', INSIDE],
    ['https://localhost./', INSIDE],
    ['https://db.internal/', INSIDE],
    ['https://printer.local/', INSIDE],
    ['http://example.org/', HTTPS],
    ['ftp://example.org/', HTTPS],
    ['file:///etc/passwd', HTTPS],
    ['gopher://example.org/', HTTPS],
    ['javascript:alert(1)', HTTPS],
    ['https://example.org:8443/', /^Only port 443/],
    ['https://example.org:22/', /^Only port 443/],
    ['https://user@example.org/', /no user name/],
    ['https://user:password@example.org/', /no user name/],
    ['https://example.org@127.0.0.1/', /no user name/],
    ['example.org', /^Enter an address/],
    ['https://', /^Enter an address/],
    ['https://exa mple.org/', /^Enter an address/],
  ])('W-17 not %s', (address, sentence) => expect(addressFault(address, [])).toMatch(sentence));

  it.each([
    'https://example.org/events',
    'https://example.org:443/',
    'https://142.250.74.170/',
    'https://EXAMPLE.org/?a=1',
  ])('W-17 %s is one', (address) => expect(addressFault(address, [])).toBeNull());

  it('W-17 a host that the operator named may be anywhere, at its own port alone', () => {
    expect(addressFault('http://localhost:9/x', ['localhost:9'])).toBeNull();
    expect(addressFault('https://nas.internal/x', ['nas.internal'])).toBeNull();
    expect(addressFault('http://localhost:8/x', ['localhost:9'])).toMatch(HTTPS);
    expect(addressFault('https://localhost:8/x', ['localhost:9'])).toMatch(/^Only port/);
  });

  it('W-17 its name is looked up when it is saved', async () => {
    const saved = (resolve: Resolve) => placeFault('https://example.org/x', { hosts: [], resolve });
    expect(await saved(resolvesTo('93.184.215.14'))).toBeNull();
    expect(await saved(resolvesTo('169.254.169.254'))).toMatch(INSIDE);
    expect(await saved(resolvesTo('::ffff:10.0.0.1', '127.0.0.1'))).toMatch(INSIDE);
    expect(await saved(unknown)).toBe('example.org has no address: is it spelled right?');
  });

  const call = { headers: {}, body: '{}', signal: AbortSignal.timeout(10_000) };

  it('W-17 and again at each delivery: one that has moved inside is not connected to', async () => {
    const asked: string[] = [];
    const rebinding: Resolve = (host, options, answer) => {
      asked.push(host);
      resolvesTo('127.0.0.1')(host, options, answer);
    };
    const post = publicPost({ hosts: [], resolve: rebinding });
    for (const _ of [1, 2])
      await expect(post('https://example.org/', call)).rejects.toMatchObject({
        cause: { message: 'example.org has no public address' },
      });
    expect(asked).toEqual(['example.org', 'example.org']);
  });

  it('W-17 a redirect is answered as it is, and not followed', async () => {
    const visited: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      visited.push(request.url);
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `localhost:${(server.address() as AddressInfo).port}`;
    expect(await publicPost({ hosts: [host] })(`http://${host}/on`, call)).toEqual({ status: 302, retryAfter: null });
    expect(visited).toEqual(['/on']);
    await expect(publicPost({ hosts: [] })(`http://${host}/on`, call)).rejects.toThrow('fetch failed');
    expect(visited).toEqual(['/on']);
    server.close();
  });
});
