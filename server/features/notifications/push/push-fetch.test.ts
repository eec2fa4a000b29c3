import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isPublic } from '../../../lib/public-address.ts';
import type { Resolve } from '../../../lib/public-fetch.ts';
import { isPushService } from './push-hosts.ts';
import { pushFetch } from './push-fetch.ts';

const resolvesTo =
  (...addresses: string[]): Resolve =>
  (_, __, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const WITHIN = [
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a00:1',
  '2002:a00:1::',
];

describe('S-40: a push service', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://web.push.apple.com/x', true],
    ['https://wns2-par02p.notify.windows.com/w/x', true],
    ['http://fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://user:password@fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com.evil.example/x', false],
    ['https://evil.example/fcm.googleapis.com', false],
    ['https://evilpush.apple.com.example/x', false],
    ['https://127.0.0.1/x', false],
    ['https://[::1]/x', false],
    ['https://localhost/x', false],
    ['file:///etc/passwd', false],
  ])('%s: %s', (endpoint, known) => expect(isPushService(endpoint, [])).toBe(known));

  it.each(WITHIN)('that resolves to %s is not connected to', async (address) => {
    expect(isPublic(address)).toBe(false);
    const asked = pushFetch([], resolvesTo(address))('https://fcm.googleapis.com/x', { method: 'POST' });
    await expect(asked).rejects.toMatchObject({ cause: { message: 'fcm.googleapis.com has no public address' } });
  });

  it.each(['142.250.74.170', '17.57.144.84', '2a00:1450:4001:80b::200a'])('may be at %s', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  it('is asked for its address once: what was judged is what is connected to', async () => {
    const asked: string[] = [];
    const rebinding: Resolve = (host, options, answer) => {
      asked.push(host);
      resolvesTo('127.0.0.1')(host, options, answer);
    };
    await expect(pushFetch([], rebinding)('https://fcm.googleapis.com/x', {})).rejects.toThrow('fetch failed');
    expect(asked).toEqual(['fcm.googleapis.com']);
  });

  it('that the operator added may be in their own network; wherever it sends us on to is not visited', async () => {
    let visits = 0;
    const within = createServer((request, response) => {
      visits += 1;
      response.writeHead(request.url === '/on' ? 302 : 201, { location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await once(within, 'listening');
    const host = `localhost:${(within.address() as AddressInfo).port}`;
    const send = pushFetch([host]);
    expect((await send(`http://${host}/`, {})).status).toBe(201);
    await expect(send(`http://${host}/on`, { redirect: 'error' })).rejects.toThrow('fetch failed');
    await expect(pushFetch([])(`http://${host}/`, {})).rejects.toThrow('fetch failed');
    expect(visits).toBe(2);
    within.close();
  });
});
