import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';

let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());

const SIX_MINUTES = 6 * 60_000;
const aKey = { market: 'binance', name: 'Paper', key: 'k', secret: 's' };

describe('S-08: a fresh proof of identity', () => {
  it('is asked for once five minutes have passed, and one for nothing that is malformed', async () => {
    const who = await person(site);
    expect((await who.post('/api/key', aKey)).status).toBe(200);
    pass(SIX_MINUTES);
    const { status, body } = await who.post('/api/key', aKey);
    expect([status, body]).toEqual([403, { error: 'Confirm that it is you to continue.', confirm: true }]);
    expect((await who.post('/api/key', { ...aKey, market: '' })).status).toBe(400);
    expect((await who.get('/api/user')).status).toBe(200);
  });

  it('is given by the password, and S-12: the session goes on under another id', async () => {
    const who = await person(site);
    pass(SIX_MINUTES);
    const before = who.cookie();
    expect((await who.post('/api/user/confirm', { password: PASSWORD })).body).toEqual({ confirmed: true });
    expect(who.cookie()).not.toBe(before);
    expect((await who.post('/api/key', aKey)).status).toBe(200);
    const old = visitor(site);
    old.useCookie(before);
    expect((await old.get('/api/key/all')).status).toBe(401);
    const [{ count }] = (await site.database.sql`select count(*)::int as count from sessions
      where user_id = (select user_id from users where email = ${who.email})`) as unknown as [{ count: number }];
    expect(count).toBe(1);
  });

  it('S-12, S-14: leaves the pages open that the session has, and they still end with it', async () => {
    const who = await person(site);
    const { client } = await livePage(site, who);
    await who.post('/api/user/confirm', { password: PASSWORD });
    await livePage(site, who);
    expect(client.connected).toBe(true);
    await who.get('/logout');
    await until(() => expect(client.connected).toBe(false));
  });

  it('S-05: is not given by a wrong password, and there are ten tries, shared with sign-in', async () => {
    const who = await person(site);
    const wrong = () => who.post('/api/user/confirm', { password: 'Wrong-Horse_42!' });
    for (let tries = 0; tries < 10; tries += 1) {
      const { status, body } = await wrong();
      expect([status, body]).toEqual([422, { error: 'This password is not right.' }]);
    }
    const refused = await wrong();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const signIn = await visitor(site).post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
    expect(signIn.status).toBe(429);
  });
});
