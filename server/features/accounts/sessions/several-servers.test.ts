import { afterAll, beforeAll, expect, it } from 'vitest';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { natsServer } from '../../../../tests/doubles/nats-server.ts';
import { freePort } from '../../../../tests/setup/process.ts';
import { type TestSite, testSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

let nats: Awaited<ReturnType<typeof natsServer>>;
let here: TestSite;
let there: TestSite;
beforeAll(async () => {
  nats = await natsServer();
  const port = await freePort();
  here = await testSite({ NATS_URL: nats.url, PAPER_PORT: String(port) });
  // A database has one paper exchange: the other site trades on it as on a real one.
  there = await testSite({
    NATS_URL: nats.url,
    DATABASE_URL: here.database.url,
    EXCHANGE_MODE: 'live',
    BINANCE_REST_URL: `http://127.0.0.1:${port}`,
    BINANCE_WS_URL: `ws://127.0.0.1:${port}`,
    BINANCE_WS_API_URL: `ws://127.0.0.1:${port}/ws-api/v3`,
  });
});
afterAll(async () => {
  await there.close();
  await here.close();
  await nats.stop();
});

const PASSWORDS = { password: 'Battery-Staple_77!', passwordConfirmation: 'Battery-Staple_77!' };

it.each([
  ['S-16: taken back by its owner', { method: 'DELETE', path: '/api/user/sessions', json: undefined }],
  ['S-15: left behind by a new password', { method: 'PUT', path: '/api/user', json: PASSWORDS }],
  ['of an account that is deleted', { method: 'DELETE', path: '/api/user', json: { password: PASSWORD } }],
])('a session %s is out on another server too', async (_, { method, path, json }) => {
  const who = await person(here);
  const other = visitor(there);
  await other.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
  const socket = await livePage(there, other);
  expect((await who.send(method, path, { json })).status).toBe(200);
  expect((await other.get('/api/key/all')).status).toBe(401);
  await until(() => expect(socket.client.connected).toBe(false));
});
