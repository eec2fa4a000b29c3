import { describe, expect, it } from 'vitest';
import { goesTo, viaGoogle } from '../../../../tests/factories/google-journey.ts';
import { hijackWorld, NEW_PASSWORD } from '../../../../tests/factories/hijack-world.ts';
import { PASSWORD, visitor } from '../../../../tests/factories/visitor.ts';

const world = hijackWorld();
const { addGoogle, addPasskey, addPush, addTelegram, addTwoFactor } = world;

const proofs = async (who: { get: ReturnType<typeof visitor>['get'] }) => (await who.get('/api/user/confirm')).body;

describe('S-50: an account whose address is not proven', () => {
  it.each([
    ['a passkey', 'POST', '/api/user/passkeys/begin', undefined, 'A passkey opens your account by itself.'],
    ['two-factor', 'POST', '/api/user/two-factor', {}, 'Two-factor authentication changes how you sign in.'],
    ['Google', 'POST', '/api/user/google/link', { to: '/' }, 'A linked Google account opens your account.'],
    ['Telegram', 'POST', '/api/telegram/link', {}, 'The linked chat gets the alerts of your account.'],
    ['alerts by mail', 'PATCH', '/api/notifications/settings', { mail: true }, 'Alerts go to addresses'],
  ])('S-50 gets no %s, and is told why and what to do', async (...[, method, path, json, why]) => {
    const mallory = await world.newcomer();
    const refused = await mallory.send(method, path, { json });
    expect([refused.status, refused.body]).toEqual([403, { error: expect.stringContaining(why), prove: true }]);
    expect(refused.body.error).toContain('Prove your e-mail address first');
  });

  it('S-50 gets no notifications in a browser, neither asked for nor renewed', async () => {
    const mallory = await world.newcomer();
    const { browser, answer } = await addPush(mallory);
    expect([answer.status, answer.body.prove]).toEqual([403, true]);
    const renewed = await mallory.post('/api/push/subscription?renew=true', browser);
    expect(renewed.body).toEqual({ error: 'Prove your e-mail address first.', removed: false });
    expect(await world.browsersOf(mallory.email)).toBe(0);
  });

  it('S-50 trades on paper by one press', async () => {
    const ada = await world.newcomer();
    const { key, secret } = (await ada.post('/api/paper/key', {})).body;
    const added = await ada.post('/api/key', { market: 'binance', name: 'Paper', key, secret });
    expect(added.body).toMatchObject({ error: null, uid: expect.any(String) });
  });
});

/** What Mallory could set up in an account with Ada's address before it had to be verified. */
async function hijacked() {
  const mallory = await world.newcomer();
  const ways = await world.withWays(mallory, async () => ({
    passkey: await addPasskey(mallory, 'CHOSEN BY MALLORY'),
    google: await addGoogle(mallory, `mallory-${crypto.randomUUID()}`),
    telegram: await addTelegram(mallory),
    push: await addPush(mallory),
  }));
  expect(await ways.passkey.signIn()).toEqual({ authorized: true });
  expect(await ways.google.signIn()).toBe(mallory.email);
  expect(await world.browsersOf(mallory.email)).toBe(1);
  const { token } = (await mallory.post('/api/tokens', { name: 'Mallory', scopes: ['read'] })).body as {
    token: string;
  };
  return { mallory, email: mallory.email, token, ...ways };
}

type Hijacked = Awaited<ReturnType<typeof hijacked>>;

async function expectMalloryOut({ mallory, email, passkey, google, token }: Hijacked) {
  const headers = { authorization: `Bearer ${token}` };
  expect((await visitor(world.site()).send('GET', '/api/bots', { headers })).status).toBe(401);
  expect(await passkey.signIn()).toEqual({ authorized: false });
  expect(await google.signIn()).toBeNull();
  expect((await mallory.get('/api/key/all')).status).toBe(401);
  expect(await world.browsersOf(email)).toBe(0);
  const [user] = await world.site().database.sql`select telegram_chat_id as chat from users where email = ${email}`;
  expect(user).toEqual({ chat: null });
}

describe('S-50: a sign-up with another person’s address', () => {
  it('S-50 is out with everything they set, once its owner resets the password', async () => {
    const account = await hijacked();
    const { email } = account;
    const link = await world.resetLink(email);
    const shown = (await visitor(world.site()).post('/api/user/recovery', { passwordUrlHash: link })).body;
    expect(shown).toMatchObject({ mayKeep: false, twoFactor: false, twoFactorEndsAt: null });
    expect(shown.removes.map(({ kind, name }: { kind: string; name: string | null }) => [kind, name])).toEqual([
      ['passkey', 'CHOSEN BY MALLORY'],
      ['google', null],
      ['telegram', '@ada_l'],
      ['device', 'Unknown device'],
    ]);
    const keep = shown.removes.map(({ id }: { id: string }) => id);
    expect(await world.restore(link, { keep })).toBe('true');
    await expectMalloryOut(account);
    expect((await world.signIn(email, PASSWORD)).body).toEqual({ authorized: false });
    const ada = await world.signIn(email, NEW_PASSWORD);
    expect((await ada.get('/api/user')).body).toMatchObject({ email, proven: true });
    expect(await proofs(ada)).toEqual({ password: true, code: false, passkey: false, google: false });
  });

  it('S-50 is out with everything they set, once its owner proves the address by code', async () => {
    const account = await hijacked();
    const ada = await world.signIn(account.email, PASSWORD);
    const own = await addPush(account.mallory);
    expect(own.answer.status).toBe(403);
    const before = (await ada.get('/api/user/address')).body;
    expect(before).toMatchObject({ email: account.email, proven: false, outbox: false, signsOut: 3 });
    expect(before.removes).toHaveLength(4);
    const { code } = await world.proofMail(account.email);
    expect((await ada.post('/api/user/address/prove', { code })).body).toEqual({ error: null });
    await expectMalloryOut(account);
    expect((await ada.get('/api/user')).body).toMatchObject({ proven: true });
    expect((await ada.get('/api/user/address')).body).toMatchObject({ proven: true, removes: [], signsOut: 0 });
  });

  it('S-50 keeps nothing that was begun before: no link for Telegram, no secret for two-factor', async () => {
    const mallory = await world.newcomer();
    const begun = await world.withWays(mallory, async () => {
      await mallory.post('/api/user/two-factor', {});
      return (await mallory.post('/api/telegram/link', {})).body.command as string;
    });
    expect(await world.restore(await world.resetLink(mallory.email))).toBe('true');
    world.telegram().write('4999', begun);
    const [row] = await world.site().database.sql`select totp_secret from users where email = ${mallory.email}`;
    expect(row).toEqual({ totp_secret: null });
    const tokens = await world.site().database
      .sql`select 1 from one_time_tokens where user_id = ${await world.idOf(mallory.email)}`;
    expect(tokens).toHaveLength(0);
  });

  it('S-50 is out, password too, once Google vouches for its owner', async () => {
    const account = await hijacked();
    world.google().is({ sub: crypto.randomUUID(), email: account.email, email_verified: true, name: 'Ada' });
    const ada = visitor(world.site());
    await viaGoogle(ada, goesTo(await ada.get('/api/user/google')).href);
    expect((await ada.get('/api/user')).body).toMatchObject({ email: account.email, proven: true });
    await expectMalloryOut(account);
    expect((await world.signIn(account.email, PASSWORD)).body).toEqual({ authorized: false });
  });

  it('S-50 with two-factor on, keeps its owner out for a day at most', async () => {
    const mallory = await world.newcomer();
    const { email } = mallory;
    const app = await world.withWays(mallory, () => addTwoFactor(mallory));
    expect(await world.restore(await world.resetLink(email), { removeTwoFactor: true })).toBe('true');
    expect((await world.signIn(email, NEW_PASSWORD)).body).toEqual({ authorized: false, twoFactor: true });
    expect((await world.signIn(email, PASSWORD, app.code())).body).toEqual({ authorized: false });
    world.pass(24 * 3_600_000);
    expect((await world.signIn(email, NEW_PASSWORD)).body).toEqual({ authorized: true });
  });
});
