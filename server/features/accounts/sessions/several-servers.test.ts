import { afterAll, beforeAll, expect, it } from 'vitest';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { twoSites } from '../../../../tests/setup/two-sites.ts';
import { until } from '../../../../tests/setup/until.ts';

let sites: Awaited<ReturnType<typeof twoSites>>;
beforeAll(async () => {
  sites = await twoSites();
});
afterAll(() => sites.close());

const PASSWORDS = { password: 'Battery-Staple_77!', passwordConfirmation: 'Battery-Staple_77!' };

it.each([
  ['S-16: taken back by its owner', { method: 'DELETE', path: '/api/user/sessions', json: undefined }],
  ['S-15: left behind by a new password', { method: 'PUT', path: '/api/user', json: PASSWORDS }],
  ['of an account that is deleted', { method: 'DELETE', path: '/api/user', json: { password: PASSWORD } }],
])('a session %s is out on another server too', async (_, { method, path, json }) => {
  const { here, there } = sites;
  const who = await person(here);
  const other = visitor(there);
  await other.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
  const socket = await livePage(there, other);
  expect((await who.send(method, path, { json })).status).toBe(200);
  expect((await other.get('/api/key/all')).status).toBe(401);
  await until(() => expect(socket.client.connected).toBe(false));
});
