import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { knockAt } from '../../../tests/factories/hook-world.ts';
import { stillPrices } from '../../../tests/factories/whole-person.ts';
import { type Asked, PASSWORD, person, trader, type Visitor, visitor } from '../../../tests/factories/visitor.ts';
import { dataFolder } from '../../../tests/setup/data-folder.ts';
import { freePort, runScript, serverProcess } from '../../../tests/setup/process.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';
import { openDatabase, type Database } from '../database.ts';
import { startEmbedded } from '../embedded.ts';
import { hourlyBackups } from './backups.ts';

const { path: dataDir, remove } = dataFolder();
afterAll(remove);

const log = createLog('silent');
const HOOK = { name: 'Momentum', market: 'binance', pairs: ['xrp_usdt'], actions: ['open'], copies: false };
const LATER = Date.now() + 86_400_000;

const restore = () => runScript(['server/scripts/restore.ts', 'latest'], { DATA_DIR: dataDir });

/** Works on the database of the stopped site. */
async function onDatabase<T>(work: (database: Database, embedded: { url: string; data: string }) => Promise<T>) {
  const embedded = await startEmbedded({ dataDir, log });
  const database = openDatabase(embedded.url, { max: 1 });
  try {
    return await work(database, embedded);
  } finally {
    await database.close();
    await embedded.stop();
  }
}

/** Access of other kinds than a session, a token and a hook. */
async function moreAccess({ sql }: Database, email: string): Promise<void> {
  const [user] = await sql<{ id: string }[]>`
    update users set two_factor_ends_at = ${LATER} where email = ${email} returning user_id as id`;
  const [owner, id] = [user?.id ?? '', crypto.randomUUID()];
  await sql`insert into push_subscriptions (user_id, id, endpoint, p256dh, auth, user_agent, created_at)
    values (${owner}, ${id}, 'https://push.example.org/1', 'p', 'a', 'Browser', 1)`;
  await sql`insert into one_time_tokens (token_hash, user_id, purpose, details, created_at, expires_at)
    values ('x', ${owner}, 'reset', '{}', 1, ${LATER})`;
  await sql`insert into bot_links (user_id, id, bot_id, token, figures, created_at)
    values (${owner}, ${id}, ${id}, 'open', false, 1)`;
}

const accessLeft = () =>
  onDatabase(
    ({ sql }) => sql`
    select (select count(*)::int from sessions) as sessions, (select count(*)::int from api_tokens) as tokens,
      (select count(*)::int from push_subscriptions) as push, (select count(*)::int from one_time_tokens) as once,
      (select count(*)::int from bot_links where revoked_at is null) as links,
      (select count(*)::int from users where two_factor_ends_at is not null) as removals`,
  );

async function accessOf(who: Visitor) {
  const { token } = (await who.post('/api/tokens', { name: 'Program', scopes: ['read'] })).body;
  const { hook } = (await who.post('/api/hooks', { ...HOOK, amount: { fixed: 50 } })).body;
  const path = new URL(hook.url).pathname;
  const signal = () => ({ body: { action: 'open', pair: 'XRP_USDT', time: new Date().toISOString() } });
  return {
    byCookie: async () => (await who.get('/api/key/all')).status,
    byToken: async (site: Asked) =>
      (await visitor(site).send('GET', '/api/bots', { headers: { authorization: `Bearer ${token}` } })).status,
    byHook: async (site: Asked) => (await knockAt(site, path, signal())).body['error'] ?? null,
  };
}

const signIn = async (site: Asked, { email }: { email: string }) =>
  (await visitor(site).post('/j_spring_security_check', { j_email: email, j_password: PASSWORD })).body.authorized;

it('E-04, S-60: a restored database lets no one in by what may have been ended since, and deleted accounts stay deleted', async () => {
  const variables = { DATA_DIR: dataDir, PORT: String(await freePort()), PAPER_PRICES: await stillPrices(dataDir) };
  const site = await serverProcess(variables);
  const [ada, bob] = [await trader(site), await person(site)];
  const access = await accessOf(ada);
  expect([await access.byCookie(), await access.byToken(site), await access.byHook(site)]).toEqual([200, 200, null]);
  await site.stop();
  await onDatabase(async (database, { url, data }) => {
    await moreAccess(database, ada.email);
    await hourlyBackups({ dataDir, data, url, clock: systemClock, log }).backUp();
  });

  const later = await serverProcess(variables);
  expect((await bob.send('DELETE', '/api/user', { json: { password: PASSWORD } })).body).toEqual({ deleted: true });
  await later.stop();
  const { code, said } = await restore();
  expect([code, said]).toEqual([0, expect.stringContaining('is restored, with 1 account.')]);
  expect(said).toContain('Everyone has to sign in again. Passwords');
  expect(said).toContain('1 account that was deleted after this backup is deleted again.');
  expect(await accessLeft()).toEqual([{ sessions: 0, tokens: 0, push: 0, once: 0, links: 0, removals: 0 }]);

  const again = await serverProcess(variables);
  expect([await access.byCookie(), await access.byToken(again), await access.byHook(again)]).toEqual([
    401,
    401,
    'this hook is paused',
  ]);
  expect([await signIn(again, ada), await signIn(again, bob)]).toEqual([true, false]);
  await again.stop();
  await rm(join(dataDir, 'deleted-accounts.json'));
  expect(await restore()).toEqual({
    code: 0,
    said: expect.stringContaining('Any account that was deleted after this backup is back'),
  });
}, 300_000);
