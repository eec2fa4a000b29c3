import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, person, visitor } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const form = (more: Record<string, unknown> = {}) => ({
  email: `${crypto.randomUUID()}@example.org`,
  username: 'Ada',
  password: PASSWORD,
  passwordConfirmation: PASSWORD,
  ...more,
});

describe('sign-up', () => {
  it('makes an account that signs in, in any case of the address', async () => {
    const who = visitor(site);
    const wanted = form();
    const { status, body } = await who.post('/api/user', wanted);
    expect([status, body]).toEqual([200, { error: null, email: wanted.email }]);
    const answer = await who.post('/j_spring_security_check', {
      j_email: wanted.email.toUpperCase(),
      j_password: PASSWORD,
    });
    expect(answer.body).toEqual({ authorized: true });
    expect((await who.get('/api/user')).body).toEqual({
      id: expect.any(String),
      traded: false,
      email: wanted.email,
      username: 'Ada',
      telegram: '',
      iconIdx: 1,
      proven: false,
      twoFactorEndsAt: null,
    });
  });

  it.each([
    [{ username: ' ' }, 'Please enter your name'],
    [{ email: 'nobody' }, 'Please enter a valid email'],
    [{ password: 'Short1!', passwordConfirmation: 'Short1!' }, 'Password must be at least 10 characters'],
    [
      { password: 'alllowercase', passwordConfirmation: 'alllowercase' },
      'Password must contain uppercase, lowercase, digits and special characters',
    ],
    [{ passwordConfirmation: 'Other-Horse_42!' }, "Passwords don't match."],
  ])('refuses %j in the words of the spec', async (wrong, sentence) => {
    expect((await visitor(site).post('/api/user', form(wrong))).body).toEqual({ error: sentence, email: null });
  });

  it('says that an address is taken', async () => {
    const taken = form();
    const who = visitor(site);
    await who.post('/api/user', taken);
    expect((await who.post('/api/user', taken)).body.error).toBe('This e-mail is already registered');
  });
});

describe('sign-in', () => {
  it('takes a form and the query string of the spec as well', async () => {
    const { email } = await person(site);
    const query = new URLSearchParams({ j_email: email, j_password: PASSWORD, 'remember-me': 'true' });
    const headers = { 'sec-fetch-site': 'same-origin' };
    const byQuery = await site.app.request(`/j_spring_security_check?${query.toString()}`, { method: 'POST', headers });
    expect(await byQuery.json()).toEqual({ authorized: true });
    const byForm = await site.app.request('/j_spring_security_check', { method: 'POST', headers, body: query });
    expect(await byForm.json()).toEqual({ authorized: true });
    expect(byForm.headers.getSetCookie()[0]).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('says only that it was refused, for a wrong password as for an unknown address', async () => {
    const { email } = await person(site);
    const who = visitor(site);
    const wrong = await who.post('/j_spring_security_check', { j_email: email, j_password: 'Wrong-Horse_42!' });
    const unknown = await who.post('/j_spring_security_check', {
      j_email: 'no@example.org',
      j_password: 'Wrong-Horse_42!',
    });
    expect([wrong.status, wrong.body]).toEqual([200, { authorized: false }]);
    expect([unknown.status, unknown.body]).toEqual([200, { authorized: false }]);
  });

  it('S-05: after ten wrong passwords answers 429 with the time to wait', async () => {
    const { email } = await person(site);
    const attempt = () =>
      visitor(site).post('/j_spring_security_check', { j_email: email, j_password: 'Wrong-Horse_42!' });
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt()).status).toBe(200);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('S-01: tells two passwords of 100 characters apart by their last one', async () => {
    const long = `Aa1!${'x'.repeat(95)}`;
    const wanted = form({ password: `${long}1`, passwordConfirmation: `${long}1` });
    const who = visitor(site);
    await who.post('/api/user', wanted);
    expect(
      (await who.post('/j_spring_security_check', { j_email: wanted.email, j_password: `${long}2` })).body.authorized,
    ).toBe(false);
    expect(
      (await who.post('/j_spring_security_check', { j_email: wanted.email, j_password: `${long}1` })).body.authorized,
    ).toBe(true);
  });
});

describe('session', () => {
  it('S-10, S-14: only its hash is stored, and a logged-out cookie is worth nothing', async () => {
    const who = await person(site);
    const cookie = who.cookie();
    const stored = await site.database.sql`select encode(token_hash, 'base64') as hash from sessions`;
    expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1]);
    expect((await who.get('/logout')).body).toEqual({ authorized: false });
    const replayed = visitor(site);
    replayed.useCookie(cookie);
    expect((await replayed.get('/api/user')).body).toEqual({});
    expect((await replayed.get('/api/key/all')).status).toBe(401);
  });

  it('ends when its time is over', async () => {
    const who = await person(site);
    await site.database
      .sql`update sessions set expires_at = ${Date.now() - 1} where user_id = (select user_id from users where email_key = ${who.email})`;
    expect((await who.get('/api/user')).body).toEqual({});
    expect((await who.get('/api/alert/list?market=BINANCE')).status).toBe(401);
  });

  it('S-12: signing in gives a new session and ends the one held before', async () => {
    const who = await person(site);
    const before = who.cookie();
    await who.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
    expect(who.cookie()).not.toBe(before);
    const old = visitor(site);
    old.useCookie(before);
    expect((await old.get('/api/user')).body).toEqual({});
  });

  it('S-22: a page of another site cannot log a person out', async () => {
    const who = await person(site);
    expect((await who.send('GET', '/logout', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await who.get('/api/user')).body.email).toBe(who.email);
  });

  it('S-45: no password, cookie or address query reaches the log', async () => {
    const who = await person(site);
    await who.post(`/j_spring_security_check?j_email=${who.email}&j_password=${encodeURIComponent(PASSWORD)}`, {});
    expect(site.logged()).not.toContain(PASSWORD);
    expect(site.logged()).not.toContain(who.cookie().split('=')[1]);
  });
});
