import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import webPush from 'web-push';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushFetch } from './push-fetch.ts';
import { type Fetch, pushSender } from './send-push.ts';

const visits: string[] = [];
let within: Server;
let host: string;
beforeAll(async () => {
  within = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.writeHead(request.url === '/on' ? 307 : 201, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(within, 'listening');
  host = `localhost:${(within.address() as AddressInfo).port}`;
});
afterAll(() => within.close());

const browser = createECDH('prime256v1');
browser.generateKeys();
const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };

/** Sends one message; requests that are https in production are plain http here. */
function send(endpoint: string, pushHosts: readonly string[]) {
  const asked = pushFetch(pushHosts);
  const fetch: Fetch = (url, init) => asked(url.replace('https:', 'http:'), init);
  const vapid = { ...webPush.generateVAPIDKeys(), subject: 'https://tandem.example' };
  return pushSender({ vapid, pushHosts, clock: Date.now, fetch })({
    to: { endpoint, ...keys },
    message: {
      web_push: 8030,
      notification: { title: 'A', body: 'B', navigate: 'https://tandem.example/', tag: 'a', timestamp: 0 },
    },
    topic: 'topic',
    ttl: 60,
    signal: new AbortController().signal,
  });
}

it('S-40 an address is looked at again when something is sent to it: what is no push service now is not visited', async () => {
  expect(await send(`https://${host}/taken`, [host])).toEqual({ outcome: 'sent' });
  expect(visits.splice(0)).toEqual(['/taken']);
  for (const endpoint of [`https://${host}/taken`, `http://${host}/taken`, `https://user:word@${host}/taken`])
    expect(await send(endpoint, [])).toEqual({ outcome: 'gone', reason: 'not a known push service' });
  expect(visits).toEqual([]);
});

it('S-40 where a push service sends us on to is not visited', async () => {
  expect(await send(`https://${host}/on`, [host])).toMatchObject({ outcome: 'later' });
  expect(visits.splice(0)).toEqual(['/on']);
});
