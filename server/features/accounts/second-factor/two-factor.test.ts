import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator } from '../../../../tests/factories/authenticator.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { olderLimits } from '../../../../tests/setup/older-limits.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());

async function wait(ms: number): Promise<void> {
  pass(ms);
  await olderLimits(site.database, ms);
}

const PATH = '/api/user/two-factor';
const STEP = 30_000;
const WRONG = 'This code is not right. Wait for the next one in your app, then type that.';

/** A user with an authenticator app, whose last code has expired, at the beginning of a step: it lasts longer than a test. */
async function guarded() {
  const who = await person(site);
  const { secret } = (await who.post(PATH, {})).body as { secret: string };
  const app = authenticator(secret, clock);
  const { recoveryCodes } = (await who.post(PATH, { code: app.code() })).body as { recoveryCodes: string[] };
  pass(3 * STEP - (clock() % STEP));
  const signIn = (j_code?: string, from = visitor(site)) =>
    from.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD, j_code });
  const audit = async (kind: string) => {
    const rows = await site.database.sql<{ details: Record<string, unknown> }[]>`
      select details from audit_events where kind = ${kind}
      and user_id = (select user_id from users where email = ${who.email}) order by seq`;
    return rows.map(({ details }) => details);
  };
  return { ...who, secret, app, recoveryCodes, signIn, audit };
}

const wrongFor = (app: ReturnType<typeof authenticator>): string => {
  const right = new Set([-1, 0, 1].map((steps) => app.code(steps)));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? '';
};

describe('turning two-factor authentication on', () => {
  it('shows the secret as text, address and picture, and the codes after a first right code', async () => {
    const who = await person(site);
    expect((await who.get(PATH)).body).toEqual({ since: null, recoveryCodesLeft: 0 });
    const { secret, uri, qr } = (await who.post(PATH, {})).body;
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toContain(`Tandem:${encodeURIComponent(who.email)}`);
    expect(decodeURIComponent(qr)).toMatch(/^data:image\/svg\+xml,<svg/);
    const app = authenticator(secret, clock);
    const wrong = await who.post(PATH, { code: wrongFor(app) });
    expect([wrong.status, wrong.body]).toEqual([422, { error: WRONG }]);
    const { recoveryCodes } = (await who.post(PATH, { code: app.code() })).body;
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await who.get(PATH)).body).toMatchObject({ since: expect.any(Number), recoveryCodesLeft: 10 });
    expect((await who.post(PATH, {})).status).toBe(409);
  });

  it('S-19, S-27: keeps the secret sealed and only the hashes of the codes, and logs neither', async () => {
    const { secret, recoveryCodes, email } = await guarded();
    const [{ sealed } = { sealed: '' }] = await site.database.sql<{ sealed: string }[]>`
      select encode(totp_secret, 'escape') as sealed from users where email = ${email}`;
    expect(sealed.length).toBeGreaterThan(40);
    expect(sealed).not.toContain(secret);
    const stored = JSON.stringify(await site.database.sql`select encode(code_hash, 'escape') as h from recovery_codes`);
    for (const hidden of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(hidden);
      expect(site.logged()).not.toContain(hidden);
    }
  });

  it('S-08: asks for a fresh proof, as turning it off and new codes do', async () => {
    const who = await guarded();
    pass(6 * 60_000);
    for (const call of [
      () => who.post(PATH, {}),
      () => who.send('DELETE', PATH),
      () => who.post(`${PATH}/recovery-codes`, undefined),
    ]) {
      expect((await call()).body).toMatchObject({ confirm: true });
    }
    const confirmed = await who.post('/api/user/confirm', { code: who.app.code() });
    expect(confirmed.body).toEqual({ confirmed: true });
    expect((await who.send('DELETE', PATH)).body).toEqual({ since: null });
    expect((await who.signIn()).body).toEqual({ authorized: true });
    expect(await who.audit('two-factor-off')).toHaveLength(1);
  });
});

describe('signing in with a code', () => {
  it('asks for it only after a right password, and opens no session without it', async () => {
    const { signIn, email, app } = await guarded();
    const one = visitor(site);
    const wrong = await one.post('/j_spring_security_check', {
      j_email: email,
      j_password: 'Wrong-Horse_42!',
      j_code: app.code(),
    });
    expect(wrong.body).toEqual({ authorized: false });
    expect((await signIn(undefined, one)).body).toEqual({ authorized: false, twoFactor: true });
    expect(one.cookie()).toBe('');
    expect((await signIn(app.code(), one)).body).toEqual({ authorized: true });
    expect((await one.get('/api/user')).body.email).toBe(email);
  });

  it('S-19: takes the step before and after, not more, and each code once', async () => {
    const { signIn, app } = await guarded();
    const before = app.code(-1);
    expect((await signIn(app.code(-2))).body.authorized).toBe(false);
    expect((await signIn(app.code(2))).body.authorized).toBe(false);
    expect((await signIn(before)).body.authorized).toBe(true);
    expect((await signIn(before)).body.authorized).toBe(false);
    const next = app.code(1);
    const both = await Promise.all([signIn(next), signIn(next)]);
    expect(both.filter(({ body }) => body.authorized)).toHaveLength(1);
  });

  it('S-19: five wrong codes in five minutes, at once or one by one, then a wait', async () => {
    const { signIn, app, audit } = await guarded();
    const answers = await Promise.all(Array.from({ length: 9 }, () => signIn(wrongFor(app))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = await signIn(app.code());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    await wait(5 * 60_000);
    expect((await signIn(app.code())).body.authorized).toBe(true);
    await site.deps.audit.idle();
    expect(await audit('sign-in-refused')).toContainEqual(expect.objectContaining({ reason: 'code' }));
  });

  it('S-61: twenty wrong codes after the right password are announced to the owner', async () => {
    const { app, signIn, audit } = await guarded();
    const guess = async () =>
      expect((await signIn(wrongFor(app))).body).toEqual({ authorized: false, twoFactor: true });
    for (let tries = 1; tries <= 19; tries += 1) {
      await guess();
      if (tries % 5 === 0) await wait(5 * 60_000 + 1);
    }
    expect(await audit('codes-guessed')).toEqual([]);
    await guess();
    await until(async () => expect(await audit('codes-guessed')).toHaveLength(1));
  });

  it('S-19: a recovery code stands in once, however it is typed, and is written down', async () => {
    const { signIn, recoveryCodes, audit, ...who } = await guarded();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(first.toUpperCase().replaceAll('-', ' '))).body.authorized).toBe(true);
    expect((await signIn(first)).body.authorized).toBe(false);
    expect((await who.get(PATH)).body.recoveryCodesLeft).toBe(9);
    expect(await audit('recovery-code-used')).toEqual([{ left: 9, device: 'Unknown device', address: 'local' }]);
    expect((await who.post('/api/user/confirm', { password: PASSWORD })).status).toBe(200);
    const made = (await who.post(`${PATH}/recovery-codes`, undefined)).body.recoveryCodes as string[];
    expect((await signIn(second)).body.authorized).toBe(false);
    expect((await signIn(made[0])).body.authorized).toBe(true);
  });

  it('a recovery code is no proof of identity', async () => {
    const { recoveryCodes, ...who } = await guarded();
    const [code] = recoveryCodes;
    expect((await who.post('/api/user/confirm', { code })).status).toBe(422);
    expect((await who.post('/api/user/confirm', { code, password: PASSWORD })).status).toBe(400);
    expect((await who.get(PATH)).body.recoveryCodesLeft).toBe(10);
  });
});
