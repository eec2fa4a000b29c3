import { describe, expect, it } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { hijackWorld, NEW_PASSWORD } from '../../../../tests/factories/hijack-world.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';

const world = hijackWorld();

describe('S-53: a push subscription', () => {
  const subscriber = async () => {
    const ada = await person(world.site());
    const { browser, answer } = await world.addPush(ada);
    expect(answer.body).toEqual({ error: null, removed: false });
    return { ...ada, browser };
  };

  it('S-53 ends with its session at sign-out, and not another one', async () => {
    const ada = await subscriber();
    const other = await world.signIn(ada.email, PASSWORD);
    await world.addPush(other);
    expect(await world.browsersOf(ada.email)).toBe(2);
    await other.get('/logout');
    expect(await world.browsersOf(ada.email)).toBe(1);
    expect((await ada.get('/api/push/subscription')).body.devices).toMatchObject([{ endpoint: ada.browser.endpoint }]);
  });

  it('S-53 ends with a session that its owner revokes, alone or with the others', async () => {
    const ada = await person(world.site());
    for (const revoke of ['one', 'others']) {
      const thief = await world.signIn(ada.email, PASSWORD);
      await world.addPush(thief);
      expect(await world.browsersOf(ada.email)).toBe(1);
      const { sessions } = (await ada.get('/api/user/sessions')).body;
      const theirs = sessions.find(({ current }: { current: boolean }) => !current);
      await ada.send('DELETE', `/api/user/sessions${revoke === 'one' ? `/${theirs.id}` : ''}`);
      expect(await world.browsersOf(ada.email)).toBe(0);
    }
  });

  it('S-53 ends with a new password, but for the session that sets it, even where its own ran out unused', async () => {
    const ada = await subscriber();
    const thief = await world.signIn(ada.email, PASSWORD);
    await world.addPush(thief);
    const userId = await world.idOf(ada.email);
    await world.site().database.sql`update sessions set expires_at = 1 where user_id = ${userId}`;
    const back = await world.signIn(ada.email, PASSWORD);
    await back.post('/api/push/subscription?renew=true', ada.browser);
    expect(await world.browsersOf(ada.email)).toBe(2);
    await back.send('PUT', '/api/user', { json: { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD } });
    const { devices } = (await back.get('/api/push/subscription')).body;
    expect(devices).toMatchObject([{ endpoint: ada.browser.endpoint }]);
  });

  it('S-53 ends with a reset, unless its owner keeps it', async () => {
    const [ada, bob] = [await subscriber(), await subscriber()];
    expect(await world.restore(await world.resetLink(ada.email))).toBe('true');
    expect(await world.browsersOf(ada.email)).toBe(0);
    const link = await world.resetLink(bob.email);
    const { removes } = (await visitor(world.site()).post('/api/user/recovery', { passwordUrlHash: link })).body;
    expect(await world.restore(link, { keep: [removes[0].id] })).toBe('true');
    expect(await world.browsersOf(bob.email)).toBe(1);
  });

  it('S-53 goes on with the same person in the same browser, and not with another', async () => {
    const ada = await subscriber();
    const signIn = (email: string) => ada.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD });
    await signIn(ada.email);
    expect(await world.browsersOf(ada.email)).toBe(1);
    await signIn((await person(world.site())).email);
    expect(await world.browsersOf(ada.email)).toBe(0);
  });

  it('S-53 is told to its owner by mail and in their other browsers, when it is new only', async () => {
    const ada = await subscriber();
    const notice = { subject: 'A browser gets your notifications' };
    await world.mails().mailTo(ada.email, notice);
    await ada.post('/api/push/subscription?renew=true', ada.browser);
    await world.addPush(await world.signIn(ada.email, PASSWORD));
    await world.mails().mailTo(ada.email, { ...notice, count: 2 });
    const userId = await world.idOf(ada.email);
    const reported = await world.site().database.sql`
      select target_id = (select id from push_subscriptions where endpoint = ${ada.browser.endpoint}) as other
      from deliveries where user_id = ${userId} and channel = 'push'
      and payload->'notification'->>'title' = ${notice.subject}`;
    expect(reported).toEqual([{ other: true }]);
  });

  it('S-53 gets nothing once its session could not live any more', async () => {
    const ada = await subscriber();
    const userId = await world.idOf(ada.email);
    const pushes = async () =>
      (await world.site().database.sql`select 1 from deliveries where user_id = ${userId} and channel = 'push'`).length;
    world.pass(29 * DAY);
    await world.site().deps.audit.record(userId, 'recovery-code-used');
    expect(await pushes()).toBe(1);
    world.pass(2 * DAY);
    await world.site().deps.audit.record(userId, 'recovery-code-used');
    expect(await pushes()).toBe(1);
  });
});
