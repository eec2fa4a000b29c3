import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, trader, visitor } from '../factories/visitor.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

/** While a table is away, whatever needs it is a mistake of ours. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  const { sql } = site.database;
  await sql`alter table ${sql(table)} rename to ${sql(`${table}_gone`)}`;
  try {
    await work();
  } finally {
    await sql`alter table ${sql(`${table}_gone`)} rename to ${sql(table)}`;
  }
}

const lines = () =>
  site
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('S-46: a mistake of ours', () => {
  it.each(['alerts', 'keys', 'order_blocks'])(
    'in %s is said in general, with a number that the log knows',
    async (table) => {
      const who = await trader(site);
      const paths = {
        alerts: '/api/alert/list?market=BINANCE',
        keys: '/api/key/all',
        order_blocks: '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true',
      };
      const path = paths[table as keyof typeof paths];
      await without(table, async () => {
        const { status, body, text } = await who.get(path);
        expect(status).toBe(500);
        expect(Object.keys(body)).toEqual(['error']);
        const [, id] =
          /^Something went wrong\. Try again; if it happens again, tell us this number: ([0-9a-f-]{36})$/.exec(
            body.error,
          ) ?? [];
        expect(id).toBeDefined();
        expect(text).not.toMatch(new RegExp(`${table}|select|relation|postgres|node_modules|at `, 'i'));
        const line = lines().find((each) => each['id'] === id);
        expect(line).toMatchObject({ level: 50, msg: 'request failed', path: path.split('?')[0] });
        expect(JSON.stringify(line)).toContain('42P01');
      });
      expect((await who.get(path)).status).toBe(200);
    },
  );

  it.each(['sessions', 'users'])('in %s does not open an account', async (table) => {
    const who = await person(site);
    await without(table, async () => {
      const answers = [
        await who.get('/api/key/all'),
        await who.get('/api/user'),
        await who.post('/api/user/trading', { off: true }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
      expect(answers.map(({ text }) => text.includes(who.email))).toEqual([false, false, false]);
    });
    expect((await who.get('/api/user/trading')).body).toEqual({ off: false, refusal: null, entries: null });
  });
});

describe('S-47: the log says, in UTC', () => {
  const noted = (more: object) =>
    expect.arrayContaining([
      expect.objectContaining({ time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), ...more }),
    ]);

  it('who signs in, who is refused, and which keys come', async () => {
    const who = await trader(site);
    const [{ userId } = { userId: '' }] = await site.database.sql<{ userId: string }[]>`
      select user_id as "userId" from users where email_key = ${who.email}`;
    await visitor(site).post('/j_spring_security_check', { j_email: who.email, j_password: 'Wrong-Horse_42!' });
    for (const kind of ['signed-up', 'signed-in', 'sign-in-refused', 'key-added'])
      await until(() => expect(lines()).toEqual(noted({ level: 30, msg: 'audit', userId, kind })));
  });

  it('what is denied, and to whom', async () => {
    const who = await person(site);
    const denied = (status: number, path: string) => noted({ level: 30, msg: 'denied', status, path });
    await visitor(site).get('/api/key/all');
    expect(lines()).toEqual(denied(401, '/api/key/all'));
    await who.post('/api/user/trading', { off: true }, { 'sec-fetch-site': 'cross-site' });
    expect(lines()).toEqual(denied(403, '/api/user/trading'));
    for (let count = 0; count < 6; count += 1) await who.post('/api/push/test', {});
    expect(lines()).toEqual(denied(429, '/api/push/test'));
    expect(lines().find(({ msg, status }) => msg === 'denied' && status === 429)).toHaveProperty('userId');
  });
});
