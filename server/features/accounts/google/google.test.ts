import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GoogleAccount, type OidcSite, oidcSite } from '../../../../tests/doubles/oidc-site.ts';
import { authenticator } from '../../../../tests/factories/authenticator.ts';
import { atGoogle, goesTo, signInWithGoogle, viaGoogle } from '../../../../tests/factories/google-journey.ts';
import { newcomer, PASSWORD, person, visitor, type Visitor } from '../../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';

const SITE = 'http://localhost:3000';
let google: OidcSite;
let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  google = await oidcSite(SITE);
  site = await testSite({ PUBLIC_URL: SITE, ...google.variables }, clock);
});
afterAll(async () => {
  await site.close();
  await google.close();
});

const account = (more: Partial<GoogleAccount> = {}): GoogleAccount => ({
  sub: randomUUID(),
  email: `${randomUUID()}@gmail.example`,
  email_verified: true,
  name: 'Grace Hopper',
  ...more,
});
const userOf = async (who: Visitor) => (await who.get('/api/user')).body as { email?: string; username?: string };
const proofs = async (who: Visitor) => (await who.get('/api/user/confirm')).body as Record<string, boolean>;
const signIn = (who: Visitor, email: string, j_code?: string) =>
  who.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD, j_code });
const events = async (email: string) => {
  const rows = await site.database.sql<{ kind: string }[]>`select kind from audit_events
    where user_id = (select user_id from users where email_key = ${email.toLowerCase()}) order by seq`;
  return rows.map(({ kind }) => kind);
};

/** A user whose Google account has other details than their account here. */
async function personKnownToGoogle(more: Partial<GoogleAccount> = {}) {
  const who = await person(site);
  const grace = account({ email: who.email.toUpperCase(), ...more });
  google.is(grace);
  return { who, grace, email: who.email };
}

describe('signing in with Google', () => {
  it('makes an account of a new address, without password, and knows it again', async () => {
    const grace = account();
    google.is(grace);
    const who = visitor(site);
    expect(goesTo(await signInWithGoogle(who)).href).toBe(`${SITE}/welcome`);
    expect(await userOf(who)).toMatchObject({ email: grace.email, username: 'Grace Hopper' });
    expect(await proofs(who)).toEqual({ password: false, code: false, passkey: false, google: true });
    const other = visitor(site);
    google.is({ ...grace, email: 'renamed@gmail.example' });
    expect(goesTo(await signInWithGoogle(other, '/alerts?market=BINANCE')).href).toBe(`${SITE}/alerts?market=BINANCE`);
    expect((await userOf(other)).email).toBe(grace.email);
    expect(await events(grace.email)).toEqual(['signed-up', 'google-linked', 'signed-in', 'signed-in']);
    expect((await signIn(visitor(site), grace.email)).body).toEqual({ authorized: false });
  });

  it('S-09: comes back to this site, whatever it was asked', async () => {
    google.is(account());
    await signInWithGoogle(visitor(site));
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/.//evil']) {
      expect(goesTo(await signInWithGoogle(visitor(site), to)).origin).toBe(SITE);
    }
  });

  it('refuses an address that Google does not vouch for', async () => {
    const grace = account({ email_verified: false });
    google.is(grace);
    const who = visitor(site);
    expect(goesTo(await signInWithGoogle(who)).href).toBe(`${SITE}/signin?google=unverified&to=%2Falerts`);
    expect(await userOf(who)).toEqual({});
    expect(await events(grace.email)).toEqual([]);
  });

  it('is turned back from', async () => {
    google.is(null);
    const back = await signInWithGoogle(visitor(site));
    expect(goesTo(back).href).toBe(`${SITE}/signin?google=cancelled&to=%2Falerts`);
  });
});

describe('an address that has an account', () => {
  it('is linked at once where the account has proved it too', async () => {
    const { email } = await personKnownToGoogle();
    const who = visitor(site);
    expect(goesTo(await signInWithGoogle(who)).href).toBe(`${SITE}/alerts`);
    expect((await userOf(who)).email).toBe(email);
    expect(await proofs(who)).toMatchObject({ password: true, google: true });
  });

  it('S-50 is proven by Google: the password and sessions of the sign-up are gone', async () => {
    const squatter = await newcomer(site);
    const grace = account({ email: squatter.email.toUpperCase() });
    google.is(grace);
    const who = visitor(site);
    expect(goesTo(await signInWithGoogle(who)).href).toBe(`${SITE}/alerts`);
    expect(await userOf(who)).toMatchObject({ email: squatter.email, proven: true });
    expect(await proofs(who)).toEqual({ password: false, code: false, passkey: false, google: true });
    expect(await userOf(squatter)).toEqual({});
    expect((await signIn(visitor(site), squatter.email)).body).toEqual({ authorized: false });
    expect(await events(squatter.email)).toContain('address-proven');
  });

  it('S-50 is not opened, nor linked, by a Google account that does not own the address', async () => {
    const { email } = await newcomer(site);
    google.is(account({ email, email_verified: false }));
    const who = visitor(site);
    expect(goesTo(await signInWithGoogle(who)).searchParams.get('google')).toBe('unverified');
    expect(await userOf(who)).toEqual({});
    await signIn(who, email);
    expect(await proofs(who)).toMatchObject({ google: false });
  });

  it('wants its password first where Google does not vouch for the address, and is linked after it', async () => {
    const { email } = await personKnownToGoogle({ email_verified: false });
    const who = visitor(site);
    expect(goesTo(await signInWithGoogle(who)).href).toBe(`${SITE}/signin?google=password&to=%2Falerts`);
    expect(await userOf(who)).toEqual({});
    await signIn(who, email);
    expect(await proofs(who)).toMatchObject({ google: true });
  });

  it('is not opened by the step that waits for its password', async () => {
    await personKnownToGoogle({ email_verified: false });
    const who = visitor(site);
    expect(goesTo(await signInWithGoogle(who)).searchParams.get('google')).toBe('password');
    expect((await who.post('/api/user/google/code', { code: '123456' })).status).toBe(409);
    expect(await userOf(who)).toEqual({});
  });

  it('links nothing to another account that signs in instead', async () => {
    await personKnownToGoogle({ email_verified: false });
    const who = visitor(site);
    await signInWithGoogle(who);
    const other = await person(site);
    await signIn(who, other.email);
    expect(await proofs(who)).toMatchObject({ google: false });
  });

  it('is told when another Google account opens it', async () => {
    const { grace } = await personKnownToGoogle();
    await signInWithGoogle(visitor(site));
    google.is({ ...grace, sub: randomUUID() });
    expect(goesTo(await signInWithGoogle(visitor(site))).searchParams.get('google')).toBe('other');
  });
});

it('an account with two-factor authentication still wants its code, and is linked after it', async () => {
  const { who: owner, email } = await personKnownToGoogle();
  const { secret } = (await owner.post('/api/user/two-factor', {})).body as { secret: string };
  const app = authenticator(secret, clock);
  await owner.post('/api/user/two-factor', { code: app.code() });
  pass(60_000);
  const who = visitor(site);
  expect(goesTo(await signInWithGoogle(who)).href).toBe(`${SITE}/signin?google=code&to=%2Falerts`);
  expect(await userOf(who)).toEqual({});
  expect(await proofs(owner)).toMatchObject({ google: false });
  expect((await visitor(site).post('/api/user/google/code', { code: app.code() })).status).toBe(409);
  expect((await who.post('/api/user/google/code', { code: 'abcd-abcd-abcd-abcd' })).body).toEqual({
    authorized: false,
  });
  expect((await who.post('/api/user/google/code', { code: app.code() })).body).toEqual({ authorized: true });
  expect((await userOf(who)).email).toBe(email);
  expect(await proofs(who)).toMatchObject({ google: true });
});

describe('what does not hold', () => {
  it('an answer without the browser that set out, one that came before, a made-up one', async () => {
    google.is(account());
    const who = visitor(site);
    const start = goesTo(await who.get('/api/user/google')).href;
    const elsewhere = await viaGoogle(visitor(site), start);
    expect(goesTo(elsewhere).href).toBe(`${SITE}/signin?google=failed&to=%2F`);
    const first = await signInWithGoogle(who);
    expect((await userOf(who)).email).toBeDefined();
    const again = visitor(site);
    expect(goesTo(await again.get(first.path)).searchParams.get('google')).toBe('failed');
    const madeUp = await again.get('/api/user/google/callback?code=x&state=y');
    expect(goesTo(madeUp).searchParams.get('google')).toBe('failed');
    expect(await userOf(again)).toEqual({});
  });

  it('a code of another journey: PKCE and nonce bind it', async () => {
    google.is(account());
    const victim = visitor(site);
    const stolen = await atGoogle(goesTo(await visitor(site).get('/api/user/google')).href);
    const own = goesTo(await victim.get('/api/user/google'));
    stolen.searchParams.set('state', own.searchParams.get('state') ?? '');
    const answer = await victim.get(stolen.pathname + stolen.search);
    expect(goesTo(answer).searchParams.get('google')).toBe('failed');
    expect(await userOf(victim)).toEqual({});
  });

  it('one that took more than ten minutes', async () => {
    google.is(account());
    const who = visitor(site);
    const start = goesTo(await who.get('/api/user/google')).href;
    pass(10 * 60_000);
    expect(goesTo(await viaGoogle(who, start)).searchParams.get('google')).toBe('failed');
  });

  it('a provider that is away is said on the sign-in screen', async () => {
    const away = await oidcSite(SITE);
    const without = await testSite({ PUBLIC_URL: SITE, ...away.variables });
    await away.close();
    const start = await visitor(without).get('/api/user/google?to=/alerts');
    expect(goesTo(start).href).toBe(`${SITE}/signin?google=failed&to=%2Falerts`);
    expect(without.logged()).toContain('sign-in with Google could not begin');
    await without.close();
  });
});

describe('in the account', () => {
  const link = async (who: Visitor) => {
    const { address } = (await who.post('/api/user/google/link', { to: '/account' })).body as { address: string };
    return goesTo(await viaGoogle(who, address)).href;
  };

  it('a Google account is linked and unlinked, never one of another person', async () => {
    const [who, other] = [await person(site), await person(site)];
    google.is(account());
    expect(await link(who)).toBe(`${SITE}/account?google=linked`);
    expect(await proofs(who)).toMatchObject({ google: true });
    expect(await link(other)).toBe(`${SITE}/account?google=taken`);
    expect((await who.send('DELETE', '/api/user/google')).body).toEqual({ unlinked: true });
    expect((await who.send('DELETE', '/api/user/google')).status).toBe(409);
    expect(await link(other)).toBe(`${SITE}/account?google=linked`);
    expect(await events(who.email)).toEqual(['signed-up', 'signed-in', 'google-linked', 'google-unlinked']);
  });

  it('S-08: both ask for a fresh proof, which Google gives where nothing else opens the account', async () => {
    const grace = account();
    google.is(grace);
    const who = visitor(site);
    await signInWithGoogle(who);
    pass(6 * 60_000);
    expect((await who.post('/api/user/google/link', { to: '/account' })).body).toMatchObject({ confirm: true });
    expect((await who.send('DELETE', '/api/user/google')).body).toMatchObject({ confirm: true });
    const before = who.cookie();
    const prove = async () => {
      const { address } = (await who.post('/api/user/google/confirm', { to: '/account' })).body as { address: string };
      return goesTo(await viaGoogle(who, address)).href;
    };
    google.is(account());
    expect(await prove()).toBe(`${SITE}/account?google=not-yours`);
    expect((await who.send('DELETE', '/api/user/google')).body).toMatchObject({ confirm: true });
    google.is(grace);
    expect(await prove()).toBe(`${SITE}/account?google=confirmed`);
    expect(who.cookie()).not.toBe(before);
    const { status, body } = await who.send('DELETE', '/api/user/google');
    expect([status, body]).toEqual([
      409,
      { error: 'Set a password or add a passkey first: without Google nothing would open this account.' },
    ]);
  });

  it('the way back belongs to who set out', async () => {
    const who = await person(site);
    google.is(account());
    const { address } = (await who.post('/api/user/google/link', { to: '/account' })).body as { address: string };
    const other = await person(site);
    await signIn(who, other.email);
    expect(goesTo(await viaGoogle(who, address)).href).toBe(`${SITE}/account?google=failed`);
    expect(await proofs(who)).toMatchObject({ google: false });
  });
});

it('is not there where it is not configured', async () => {
  const without = await testSite();
  const who = await person(without);
  expect((await who.get('/api/site')).body.google).toBe(false);
  expect((await who.post('/api/user/google/link', { to: '/' })).status).toBe(404);
  await without.close();
});
