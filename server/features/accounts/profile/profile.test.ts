import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { type TestSite, testSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());

const NEW_PASSWORD = 'Battery-Staple_77!';

type Person = Awaited<ReturnType<typeof person>>;
const put = (who: Pick<Person, 'send'>, json: unknown) => who.send('PUT', '/api/user', { json });
const password = (text: string, again = text) => ({ password: text, passwordConfirmation: again });
const signIn = async (email: string, j_password: string) => {
  const other = visitor(site);
  const { body } = await other.post('/j_spring_security_check', { j_email: email, j_password });
  return { ...other, authorized: body.authorized as boolean };
};
const audited = (who: Person, kind: string) => site.database.sql`select details from audit_events where kind = ${kind}
  and user_id = (select user_id from users where email = ${who.email}) order by seq`;

describe('a field of the profile', () => {
  it.each([
    [{ username: ' Grace ' }, { username: 'Grace' }],
    [{ telegram: '@grace_h' }, { telegram: 'grace_h' }],
    [{ telegram: 'https://t.me/grace_h' }, { telegram: 'grace_h' }],
    [{ iconIdx: 24 }, { iconIdx: 24 }],
  ])('is changed by %j alone', async (change, found) => {
    const who = await person(site);
    const before = { username: 'Ada', email: who.email, telegram: '', iconIdx: 1, proven: true, twoFactorEndsAt: null };
    const { status, body } = await put(who, change);
    expect([status, body]).toEqual([200, { id: expect.any(String), ...before, ...found }]);
    expect((await who.get('/api/user')).body).toMatchObject({ ...before, ...found });
    expect(await audited(who, 'profile-changed')).toEqual([
      { details: { field: Object.keys(change)[0], device: 'Unknown device', address: 'local' } },
    ]);
  });

  it.each([
    [{}, 'Send username, telegram or iconIdx alone, or password with passwordConfirmation.'],
    [{ username: 'Grace', telegram: 'grace' }, 'alone'],
    [{ username: 'Grace', ...password(NEW_PASSWORD) }, 'alone'],
    [{ password: NEW_PASSWORD }, 'with passwordConfirmation'],
    [{ passwordConfirmation: NEW_PASSWORD }, 'with passwordConfirmation'],
    [{ email: 'other@example.org' }, 'Send username'],
    [{ username: 'Grace', tradingOff: false }, 'Send username'],
    [{ username: '   ' }, 'Please enter your name'],
    [{ username: 'x'.repeat(101) }, 'At most 100 characters.'],
    [{ username: null }, 'username'],
    [{ telegram: 'grace hopper' }, 'A Telegram name has up to 32 letters, digits and underscores.'],
    [{ telegram: 'g'.repeat(33) }, 'A Telegram name has up to 32'],
    [{ iconIdx: 0 }, 'Choose one of the 24 icons.'],
    [{ iconIdx: 25 }, 'Choose one of the 24 icons.'],
    [{ iconIdx: 1.5 }, 'Choose one of the 24 icons.'],
    [{ iconIdx: '2' }, 'Choose one of the 24 icons.'],
    [[], 'Send username'],
    [null, 'Send username'],
  ])('S-37: is not changed by %j', async (change, sentence) => {
    const who = await person(site);
    const { status, body } = await put(who, change);
    expect(status).toBe(400);
    expect(body.error).toContain(sentence);
    expect((await who.get('/api/user')).body).toMatchObject({
      username: 'Ada',
      email: who.email,
      telegram: '',
      iconIdx: 1,
    });
  });

  it('is not changed without being signed in', async () => {
    expect((await put(visitor(site), { username: 'Grace' })).status).toBe(401);
  });
});

describe('a new password', () => {
  it('S-15: ends every other session and socket, and keeps this one', async () => {
    const who = await person(site);
    const other = await signIn(who.email, PASSWORD);
    const [socket, mine] = [await livePage(site, other), await livePage(site, who)];
    expect((await put(who, password(NEW_PASSWORD))).status).toBe(200);
    expect((await other.get('/api/key/all')).status).toBe(401);
    await until(() => expect(socket.client.connected).toBe(false));
    expect(mine.client.connected).toBe(true);
    expect((await who.get('/api/key/all')).status).toBe(200);
    expect((await signIn(who.email, PASSWORD)).authorized).toBe(false);
    expect((await signIn(who.email, NEW_PASSWORD)).authorized).toBe(true);
    const details = { device: 'Unknown device', address: expect.any(String) };
    expect(await audited(who, 'password-changed')).toEqual([{ details }]);
    expect(site.logged()).not.toContain(NEW_PASSWORD);
  });

  it('S-08: asks for a fresh proof, once nothing else is wrong with it', async () => {
    const who = await person(site);
    pass(6 * 60_000);
    expect((await put(who, password('short'))).status).toBe(400);
    const refused = await put(who, password(NEW_PASSWORD));
    expect([refused.status, refused.body.confirm]).toEqual([403, true]);
    expect((await signIn(who.email, PASSWORD)).authorized).toBe(true);
    expect((await put(who, { username: 'Grace' })).status).toBe(200);
    await who.post('/api/user/confirm', { password: PASSWORD });
    expect((await put(who, password(NEW_PASSWORD))).status).toBe(200);
  });

  it.each([
    [password('   '), 'password', 'Password must be at least 10 characters, contain uppercase'],
    [password('Short1!'), 'password', 'Password must be at least 10 characters'],
    [password('alllowercase'), 'password', 'Password must contain uppercase, lowercase, digits and special characters'],
    [password('P@ssw0rd123'), 'password', 'is known from leaks'],
    [password(NEW_PASSWORD, 'Other-Staple_77!'), 'passwordConfirmation', "Passwords don't match."],
  ])('is refused in the words of the spec: %j', async (change, path, sentence) => {
    const who = await person(site);
    const { status, body } = await put(who, change);
    expect([status, body.error, body.issues[0].path]).toEqual([400, expect.stringContaining(sentence), path]);
    expect((await signIn(who.email, PASSWORD)).authorized).toBe(true);
  });

  it('must not be the e-mail, in any case of it', async () => {
    const who = visitor(site);
    const email = `Grace_Hopper.1${Date.now()}@Example.org`;
    await who.post('/api/user', { email, username: 'Grace', ...password(PASSWORD) });
    await who.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD });
    const { status, body } = await put(who, password(email));
    expect([status, body.error]).toEqual([400, 'Password must not be the same as email']);
  });
});
