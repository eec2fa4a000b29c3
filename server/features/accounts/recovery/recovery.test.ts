import { createHook } from 'node:async_hooks';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LINK_NOT_VALID } from '#contracts/recovery.ts';
import { PASSWORD_KNOWN } from '#contracts/rules/password.ts';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { mailListener, silentListener, type MailListener } from '../../../../tests/doubles/mail-listener.ts';
import { authenticator } from '../../../../tests/factories/authenticator.ts';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { olderLimits } from '../../../../tests/setup/older-limits.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

const PUBLIC_URL = 'http://localhost:3000';
const NEW_PASSWORD = 'Battery-Staple_77!';
const { clock, pass } = shiftedClock();

let listener: MailListener;
let site: TestSite;
beforeAll(async () => {
  listener = await mailListener();
  site = await testSite({ SMTP_URL: listener.url, PUBLIC_URL, TRUST_PROXY: 'on' }, clock);
});
afterAll(async () => {
  await site.close();
  await listener.close();
});

const FORMS = ['203.0.113.54', '::ffff:203.0.113.54', '203.0.113.54:40001', '[::ffff:cb00:7136]:443'];
let networks = 0;
/** Each time from another network, with its own limits. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(networks += 1)}` });

const ask = (userEmail: string, headers: Record<string, string> = elsewhere()) =>
  visitor(site).send('PUT', '/api/user/reset_password', { json: { userEmail }, headers });

const tokenIn = (text = ''): string => /\/restore_password\/([\w-]+)/.exec(text)?.[1] ?? '';

/** Other mails about the account are sent too. */
const recoveryMail = (email: string, count = 1) => listener.mailTo(email, { count, subject: 'Recover password' });

/** The link in the newest of so many mails to this address. */
async function linkFor(email: string, count = 1): Promise<string> {
  await ask(email);
  return tokenIn((await recoveryMail(email, count)).text);
}

const restore = (passwordUrlHash: string, password = NEW_PASSWORD, passwordConfirmation = password) =>
  visitor(site).send('PUT', '/api/user/restore_password', {
    json: { passwordUrlHash, password, passwordConfirmation },
  });

const check = async (token: string) => (await visitor(site).get(`/api/user?passwordUrlHash=${token}`)).body;

const signIn = async (email: string, password: string) =>
  (await visitor(site).post('/j_spring_security_check', { j_email: email, j_password: password }, elsewhere())).body;

describe('a recovery link', () => {
  it('comes by mail, is valid, and makes the new password the one that signs in', async () => {
    const { email } = await person(site);
    const token = await linkFor(email);
    expect(await check(token)).toEqual({ error: null });
    const restored = await restore(token);
    expect([restored.status, restored.text]).toEqual([200, 'true']);
    expect(restored.headers.getSetCookie()).toEqual([]);
    expect(await signIn(email, PASSWORD)).toEqual({ authorized: false });
    expect(await signIn(email, NEW_PASSWORD)).toEqual({ authorized: true });
    const [user] = await site.database.sql`select email_verified_at from users where email = ${email}`;
    expect(Number(user?.['email_verified_at'])).toBeGreaterThan(0);
  });

  it('S-17: leads to the configured host, whatever the request says of its own', async () => {
    const { email } = await person(site);
    await ask(email, { ...elsewhere(), host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const mail = await recoveryMail(email);
    expect(mail.text).toMatch(/http:\/\/localhost:3000\/restore_password\/[\w-]{43}\n/);
    expect(mail.html).toContain('href="http://localhost:3000/restore_password/');
    expect(`${mail.text} ${mail.html}`).not.toContain('evil');
  });

  it('S-17: works once', async () => {
    const token = await linkFor((await person(site)).email);
    const answers = await Promise.all([restore(token), restore(token, 'Other-Staple_88!')]);
    expect(answers.map(({ text }) => text).toSorted()).toEqual(['false', 'true']);
    expect((await restore(token)).text).toBe('false');
    expect(await check(token)).toEqual({ error: LINK_NOT_VALID });
  });

  it('S-17: is over after thirty minutes', async () => {
    const token = await linkFor((await person(site)).email);
    pass(29 * MINUTE);
    expect(await check(token)).toEqual({ error: null });
    pass(2 * MINUTE);
    expect(await check(token)).toEqual({ error: LINK_NOT_VALID });
    expect((await restore(token)).text).toBe('false');
  });

  it('S-54: the newest three are valid, and one that is used voids the others', async () => {
    const { email } = await person(site);
    const links = [];
    for (let count = 1; count <= 4; count += 1) links.push(await linkFor(email, count));
    const valid = await Promise.all(links.map(async (link) => (await check(link)).error === null));
    expect(valid).toEqual([false, true, true, true]);
    expect((await restore(links[1] ?? '')).text).toBe('true');
    expect(await check(links[3] ?? '')).toEqual({ error: LINK_NOT_VALID });
  });

  it('S-17: is stored as its hash only', async () => {
    const token = await linkFor((await person(site)).email);
    const rows = await site.database.sql`select *, encode(token_hash, 'escape') as plain from one_time_tokens`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each(['', 'nothing', 'a'.repeat(43)])('that was never made (%j) is said to be invalid', async (token) => {
    expect(await check(token)).toEqual({ error: LINK_NOT_VALID });
    expect((await restore(token)).text).toBe('false');
  });

  it('S-17: does not skip the second factor', async () => {
    const who = await person(site);
    const { secret } = (await who.post('/api/user/two-factor', {})).body;
    await who.post('/api/user/two-factor', { code: authenticator(secret, clock).code() });
    expect((await restore(await linkFor(who.email))).text).toBe('true');
    expect(await signIn(who.email, NEW_PASSWORD)).toEqual({ authorized: false, twoFactor: true });
  });

  it('gives an account that only Google opens a password', async () => {
    const { email } = await person(site);
    await site.database.sql`update users set password_hash = null where email = ${email}`;
    expect(await signIn(email, PASSWORD)).toEqual({ authorized: false });
    expect((await restore(await linkFor(email))).text).toBe('true');
    expect(await signIn(email, NEW_PASSWORD)).toEqual({ authorized: true });
  });

  it.each([
    ['P@ssw0rd123', 'P@ssw0rd123', PASSWORD_KNOWN],
    ['short', 'short', 'Password must be at least 10 characters'],
    [NEW_PASSWORD, 'Other-Staple_88!', "Passwords don't match."],
  ])('S-02: refuses %s as the new password and stays valid', async (password, again, sentence) => {
    const token = await linkFor((await person(site)).email);
    const refused = await restore(token, password, again);
    expect([refused.status, refused.body.error]).toEqual([400, sentence]);
    expect(await check(token)).toEqual({ error: null });
  });
});

describe('a new password', () => {
  it('S-15: ends every session and socket, and is written down', async () => {
    const who = await person(site);
    const socket = await livePage(site, who);
    await restore(await linkFor(who.email));
    expect((await who.get('/api/key/all')).status).toBe(401);
    await until(() => expect(socket.client.connected).toBe(false));
    const events = await site.database.sql`select details from audit_events where kind = 'password-reset'
      and user_id = (select user_id from users where email = ${who.email})`;
    expect(events).toEqual([{ details: { device: 'Unknown device', address: 'local' } }]);
  });

  it('S-15: does not let in a visitor whose old one was looked at just before', async () => {
    const { email } = await person(site);
    const token = await linkFor(email);
    const thief = visitor(site);
    const held = await site.database.sql.reserve();
    await held`begin`;
    await held`lock table known_devices`;
    const entering = thief.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD });
    await until(async () => {
      const waiting = await site.database.sql`select 1 from pg_locks where not granted
        and relation = 'known_devices'::regclass`;
      expect(waiting).toHaveLength(1);
    });
    expect((await restore(token)).text).toBe('true');
    await held`commit`;
    held.release();
    const answer = await entering;
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'The password was just changed. Sign in with the new one.',
    ]);
    expect((await thief.get('/api/user')).body).toEqual({});
    const kept = await site.database.sql`select 1 from sessions where user_id =
      (select user_id from users where email = ${email})`;
    expect(kept).toHaveLength(0);
  });
});

describe('asking for a link', () => {
  it('S-06: is answered alike for an address without an account, which gets no mail', async () => {
    const { email } = await person(site);
    const known = await ask(email);
    const unknown = await ask('nobody@example.org');
    expect([known.status, known.text]).toEqual([200, 'true']);
    expect([unknown.status, unknown.text]).toEqual([200, 'true']);
    await recoveryMail(email);
    expect(listener.to('nobody@example.org')).toEqual([]);
  });

  it('S-54: strangers keep no owner from a link, and over ten mails in half an hour the newest stay valid', async () => {
    const { email } = await person(site);
    for (let count = 0; count < 9; count += 1) expect((await ask(email)).status).toBe(200);
    const newest = await linkFor(email, 10);
    expect((await ask(email.toUpperCase())).status).toBe(200);
    expect((await ask(`${crypto.randomUUID()}@example.org`)).status).toBe(200);
    expect(await check(newest)).toEqual({ error: null });
    pass(31 * MINUTE);
    await olderLimits(site.database, 31 * MINUTE);
    const next = await linkFor(email, 11);
    expect(next).not.toBe(newest);
    expect((await restore(next)).text).toBe('true');
  });

  it('S-44: is taken three times an hour from a network', async () => {
    const here = elsewhere();
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await ask(`${crypto.randomUUID()}@example.org`, here)).status).toBe(200);
    }
    expect((await ask(`${crypto.randomUUID()}@example.org`, here)).status).toBe(429);
    pass(61 * MINUTE);
    await olderLimits(site.database, 61 * MINUTE);
    expect((await ask(`${crypto.randomUUID()}@example.org`, here)).status).toBe(200);
  });

  it.each([
    ['one /64', 3, (nth: number) => `2001:db8:54:1::${nth.toString(16)}`],
    ['a /64 with ports', 3, (nth: number) => `[2001:db8:54:2::${nth.toString(16)}]:${40_000 + nth}`],
    ['one IPv4 address in all its forms', 3, (nth: number) => FORMS[nth % FORMS.length] ?? ''],
    ['a /48', 30, (nth: number) => `2001:db8:55:${nth.toString(16)}::1`],
  ])('S-52 is taken from %s %i times an hour', async (_, times, addressOf) => {
    const statuses: number[] = [];
    for (let nth = 0; nth <= times; nth += 1) {
      const headers = { 'x-forwarded-for': addressOf(nth) };
      statuses.push((await ask(`${crypto.randomUUID()}@example.org`, headers)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: times }, () => 200), 429]);
  });

  it('wants an address', async () => {
    const refused = await ask('nobody');
    expect([refused.status, refused.body.error]).toEqual([400, 'Please enter a valid email']);
  });

  it('is tried again when the mail server refuses for the moment', async () => {
    const { email } = await person(site);
    listener.refuseNext(1);
    expect(await linkFor(email)).toMatch(/^[\w-]{43}$/);
  });

  it('S-45: leaves no link and no password in the log', async () => {
    const { email } = await person(site);
    const token = await linkFor(email);
    await check(token);
    await restore(token);
    for (const secret of [token, NEW_PASSWORD, PASSWORD]) expect(site.logged()).not.toContain(secret);
  });
});

describe('where the mail server is not what it should be', () => {
  it('F-27: one that hangs delays no answer, and a stop does not wait for it', async () => {
    const hanging = await silentListener();
    onTestFinished(hanging.close);
    const slow = await testSite({ SMTP_URL: hanging.url });
    const { email } = await person(slow);
    const answer = await visitor(slow).send('PUT', '/api/user/reset_password', { json: { userEmail: email } });
    expect(answer.text).toBe('true');
    await until(() => expect(hanging.connections()).toBe(1));
    expect((await visitor(slow).get('/api/site')).status).toBe(200);
    await slow.close();
    expect(slow.logged()).toContain('a mail was given up');
  });

  it('without one the mail lies in the outbox', async () => {
    const bare = await testSite();
    onTestFinished(bare.close);
    const { email } = await person(bare);
    await visitor(bare).send('PUT', '/api/user/reset_password', { json: { userEmail: email } });
    const folder = join(bare.deps.env.DATA_DIR, 'outbox');
    const mail = await until(async () => {
      const files = await readdir(folder);
      const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
      const found = mails.find(({ subject }) => subject === 'Recover password');
      if (!found) throw new Error('no mail yet');
      return found;
    });
    expect(mail.to?.[0]?.address).toBe(email);
    const [last = ''] = (await readdir(folder)).toSorted().slice(-1);
    expect(bare.logged()).toContain(join(folder, last));
    expect(tokenIn(mail.text)).toMatch(/^[\w-]{43}$/);
  });
});

/** The number of password hashes computed meanwhile. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({ init: (_, type) => void (hashes += /argon2/i.test(type) ? 1 : 0) }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return hashes;
}

describe('the work that a call takes', () => {
  it('S-06: is one hash at sign-in, for a known address as for an unknown one', async () => {
    const { email } = await person(site);
    const unknown = `${crypto.randomUUID()}@example.org`;
    await signIn(unknown, 'Wrong-Horse_42!');
    expect(await hashesDuring(() => signIn(email, 'Wrong-Horse_42!'))).toBe(1);
    expect(await hashesDuring(() => signIn(unknown, 'Wrong-Horse_42!'))).toBe(1);
  });

  it('S-06 S-51: is no hash when a link is asked for, one at sign-up, none where the answer says that the address is taken', async () => {
    const { email } = await person(site);
    const form = { email, username: 'Ada', password: PASSWORD, passwordConfirmation: PASSWORD };
    expect(await hashesDuring(() => ask(email))).toBe(0);
    expect(await hashesDuring(() => visitor(site).post('/api/user', form, elsewhere()))).toBe(0);
    const fresh = { ...form, email: `${crypto.randomUUID()}@example.org` };
    expect(await hashesDuring(() => visitor(site).post('/api/user', fresh, elsewhere()))).toBe(1);
  });
});
