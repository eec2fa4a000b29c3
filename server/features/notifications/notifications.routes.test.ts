import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushEndpoint, type PushEndpoint } from '../../../tests/doubles/push-endpoint.ts';
import { person, visitor } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
let service: PushEndpoint;
beforeAll(async () => {
  service = await pushEndpoint();
  site = await testSite({ PUSH_HOSTS: service.host });
});
afterAll(() => Promise.all([site.close(), service.close()]));

it('takes a browser, answers why not, and forgets it', async () => {
  const ada = await person(site);
  const { publicKey } = (await ada.get('/api/push/public-key')).body;
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  const { endpoint, expirationTime, keys } = service.subscription(publicKey);
  const browser = { endpoint, expirationTime, keys };
  expect((await ada.post('/api/push/subscription', browser)).body).toEqual({ error: null, removed: false });
  const elsewhere = await ada.post('/api/push/subscription', { ...browser, endpoint: 'https://evil.example/x' });
  expect([elsewhere.status, elsewhere.body.error]).toEqual([
    200,
    'This push service is not supported, so no notifications are sent to it.',
  ]);
  expect((await ada.post('/api/push/subscription', { endpoint })).status).toBe(400);
  expect((await ada.post('/api/push/subscription', { ...browser, endpoint: 'no address' })).status).toBe(400);
  expect((await ada.send('DELETE', '/api/push/subscription', { json: { endpoint } })).body).toEqual({ error: null });
  expect((await ada.post('/api/push/test', {})).body).toEqual({ sent: 0, failed: 0 });
});

it('is for people who are signed in', async () => {
  const stranger = visitor(site);
  const answers = [
    await stranger.get('/api/push/public-key'),
    await stranger.get('/api/push/subscription'),
    await stranger.post('/api/push/subscription', {}),
    await stranger.send('DELETE', '/api/push/subscription', { json: {} }),
    await stranger.post('/api/push/test', {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
});

it('tests at most five times a minute', async () => {
  const ada = await person(site);
  for (let count = 0; count < 5; count += 1) expect((await ada.post('/api/push/test', {})).status).toBe(200);
  const sixth = await ada.post('/api/push/test', {});
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('lists the browsers with their last delivery; one that was removed does not come back by itself', async () => {
  const ada = await person(site);
  const { endpoint, expirationTime, keys } = service.subscription(site.deps.notifications.publicKey);
  const browser = { endpoint, expirationTime, keys };
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/143.0.0.0 Mobile Safari/537.36' };
  const devices = async () => (await ada.get('/api/push/subscription')).body.devices;
  const renew = async () => (await ada.post('/api/push/subscription?renew=true', browser, phone)).body;
  expect(await renew()).toEqual({ error: null, removed: false });
  expect(await devices()).toEqual([
    { endpoint, device: 'Chrome on Android', addedAt: expect.any(Number), deliveredAt: null },
  ]);
  const bob = await person(site);
  await bob.send('DELETE', '/api/push/subscription', { json: { endpoint } });
  expect((await bob.get('/api/push/subscription')).body.devices).toEqual([]);
  expect(await devices()).toHaveLength(1);
  await ada.send('DELETE', '/api/push/subscription', { json: { endpoint } });
  expect(await renew()).toEqual({ error: null, removed: true });
  expect(await devices()).toEqual([]);
  expect((await ada.post('/api/push/subscription', browser, phone)).body).toEqual({ error: null, removed: false });
  expect(await renew()).toEqual({ error: null, removed: false });
  const { content } = (await ada.get('/api/user/audit')).body as { content: { kind: string; details: object }[] };
  expect(content.filter(({ kind }) => kind.startsWith('push-device')).map(({ kind }) => kind)).toEqual([
    'push-device-added',
    'push-device-removed',
    'push-device-added',
  ]);
  expect(content[0]?.details).toMatchObject({ device: 'Chrome on Android', address: 'local' });
});
