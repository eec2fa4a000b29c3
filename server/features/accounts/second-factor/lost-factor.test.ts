import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { hijackWorld, NEW_PASSWORD } from '../../../../tests/factories/hijack-world.ts';
import { person, visitor } from '../../../../tests/factories/visitor.ts';
import { until } from '../../../../tests/setup/until.ts';

const world = hijackWorld();
const ASKED = 'Two-factor sign-in will be removed in 24 hours';
const NEAR = 'Two-factor sign-in will be removed in 12 hours';

/** A user with two-factor who lost the app, and requested its removal after a reset. */
async function asked(keep: (removes: { id: string; kind: string }[]) => string[] = () => []) {
  const who = await person(world.site());
  const { email } = who;
  const app = await world.addTwoFactor(who);
  const telegram = await world.addTelegram(who);
  await world.addPasskey(who);
  const link = await world.resetLink(email);
  const { removes, twoFactor } = (await visitor(world.site()).post('/api/user/recovery', { passwordUrlHash: link }))
    .body;
  expect(twoFactor).toBe(true);
  expect(await world.restore(link, { removeTwoFactor: true, keep: keep(removes) })).toBe('true');
  return { email, app, telegram, enter: (code?: string) => world.signIn(email, NEW_PASSWORD, code) };
}

const keepLinkIn = (text = ''): string => /\/keep_two_factor\/([\w-]+)/.exec(text)?.[1] ?? '';
const cancel = async (token: string) =>
  (await visitor(world.site()).post('/api/user/two-factor/removal/cancel', { token })).text;
const work = () => world.site().deps.accounts.lostFactor.work();
const mail = (email: string, subject: string) => world.mails().mailTo(email, { subject });
const mailsOf = async (email: string): Promise<string[]> => {
  const rows = await world.site().database.sql<{ title: string }[]>`
    select payload->>'title' as title from deliveries where channel = 'mail'
    and user_id = ${await world.idOf(email)} and payload->>'title' like 'Two-factor sign-in w%' order by id`;
  return rows.map(({ title }) => title);
};

describe('S-50: a lost second factor', () => {
  it('S-50 is removed 24 hours after a reset, with notices at once, after 12 hours and then', async () => {
    const { email, enter } = await asked();
    await mail(email, ASKED);
    expect((await enter()).body).toEqual({ authorized: false, twoFactor: true });
    world.pass(12 * HOUR - MINUTE);
    await work();
    expect(await mailsOf(email)).toEqual([ASKED]);
    world.pass(MINUTE);
    await Promise.all([work(), work()]);
    await mail(email, NEAR);
    expect((await enter()).body).toEqual({ authorized: false, twoFactor: true });
    world.pass(12 * HOUR - MINUTE);
    await work();
    expect((await enter()).body).toEqual({ authorized: false, twoFactor: true });
    world.pass(MINUTE);
    await Promise.all([work(), work()]);
    await mail(email, 'Two-factor sign-in was removed');
    expect(await mailsOf(email)).toEqual([ASKED, NEAR, 'Two-factor sign-in was removed']);
    const ada = await enter();
    expect(ada.body).toEqual({ authorized: true });
    expect((await ada.get('/api/user/two-factor')).body).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect((await ada.get('/api/user')).body).toMatchObject({ twoFactorEndsAt: null });
  });

  it('S-50 is announced in the linked chat too', async () => {
    const { email, telegram } = await asked((removes) =>
      removes.filter(({ kind }) => kind === 'telegram').map(({ id }) => id),
    );
    await until(() => expect(telegram.texts().join()).toContain(ASKED));
    world.pass(DAY);
    await work();
    await mail(email, 'Two-factor sign-in was removed');
    await until(() => expect(telegram.texts().join()).toContain('Two-factor sign-in was removed'));
  });

  it('S-50 stays by one press on the link of the mail, which works for this removal alone', async () => {
    const { email, enter } = await asked();
    const token = keepLinkIn((await mail(email, ASKED)).text);
    expect(token).toMatch(/^[\w-]{36}-[\w-]{43}$/);
    const other = `${token.slice(0, 37)}${'A'.repeat(43)}`;
    for (const wrong of ['', 'x', other, `${crypto.randomUUID()}${token.slice(36)}`])
      expect(await cancel(wrong)).toBe('false');
    expect(await cancel(token)).toBe('true');
    expect(await cancel(token)).toBe('false');
    await mail(email, 'Two-factor sign-in stays on');
    world.pass(25 * HOUR);
    await work();
    expect((await enter()).body).toEqual({ authorized: false, twoFactor: true });
    const link = await world.resetLink(email, 2);
    expect(await world.restore(link, { removeTwoFactor: true })).toBe('true');
    expect(await cancel(token)).toBe('false');
  });

  it('S-50 stays by one press in any session', async () => {
    const { email, app, enter } = await asked();
    const ada = await enter(app.code());
    expect((await ada.get('/api/user')).body.twoFactorEndsAt).toBeGreaterThan(world.clock());
    expect((await ada.send('DELETE', '/api/user/two-factor/removal')).body).toEqual({ kept: true });
    expect((await ada.send('DELETE', '/api/user/two-factor/removal')).body).toEqual({ kept: false });
    expect((await ada.get('/api/user')).body.twoFactorEndsAt).toBeNull();
    world.pass(25 * HOUR);
    await work();
    expect((await world.signIn(email, NEW_PASSWORD)).body).toEqual({ authorized: false, twoFactor: true });
  });

  it('S-50 stays by another reset that says so', async () => {
    const { email, enter } = await asked();
    const link = await world.resetLink(email, 2);
    const shown = (await visitor(world.site()).post('/api/user/recovery', { passwordUrlHash: link })).body;
    expect(shown.twoFactorEndsAt).toBeGreaterThan(world.clock());
    expect(await world.restore(link, { removeTwoFactor: false })).toBe('true');
    world.pass(25 * HOUR);
    expect((await enter()).body).toEqual({ authorized: false, twoFactor: true });
  });

  it('S-17, S-50: is not asked for by a reset alone', async () => {
    const who = await person(world.site());
    await world.addTwoFactor(who);
    expect(await world.restore(await world.resetLink(who.email))).toBe('true');
    world.pass(25 * HOUR);
    await work();
    expect((await world.signIn(who.email, NEW_PASSWORD)).body).toEqual({ authorized: false, twoFactor: true });
  });

  it('S-50 leaves what its owner keeps in a reset', async () => {
    const who = await person(world.site());
    const [passkey, other] = [await world.addPasskey(who, 'Mine'), await world.addPasskey(who, 'Another')];
    const link = await world.resetLink(who.email);
    const { removes, mayKeep } = (await visitor(world.site()).post('/api/user/recovery', { passwordUrlHash: link }))
      .body;
    expect(mayKeep).toBe(true);
    const mine = removes.find(({ name }: { name: string }) => name === 'Mine');
    expect(await world.restore(link, { keep: [mine.id] })).toBe('true');
    expect(await passkey.signIn()).toEqual({ authorized: true });
    expect(await other.signIn()).toEqual({ authorized: false });
  });
});
