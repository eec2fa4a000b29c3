import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { type TestSite, testSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const PATH = '/api/user/sessions';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

/** The same user in another browser. */
async function elsewhere(email: string, userAgent = PHONE) {
  const other = visitor(site);
  const form = { j_email: email, j_password: PASSWORD };
  await other.post('/j_spring_security_check', form, { 'user-agent': userAgent });
  return other;
}

interface Listed {
  id: string;
  device: string;
  current: boolean;
}
const listed = async (who: Pick<ReturnType<typeof visitor>, 'get'>) => (await who.get(PATH)).body.sessions as Listed[];

describe('S-16: the sessions of an account', () => {
  it('are listed with their device in words, this one marked', async () => {
    const who = await person(site);
    await elsewhere(who.email);
    const { status, body } = await who.get(PATH);
    expect(status).toBe(200);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions).toContainEqual({
      id: expect.any(String),
      device: 'Chrome on Android',
      address: expect.any(String),
      signedInAt: expect.any(Number),
      usedAt: expect.any(Number),
      current: false,
    });
    expect(body.sessions.filter(({ current }: Listed) => current)).toHaveLength(1);
  });

  it('show those of no other person, and leave out what is over', async () => {
    const [who, other] = [await person(site), await person(site)];
    await elsewhere(who.email);
    await site.database.sql`update sessions set expires_at = 1 where user_agent = ${PHONE} and user_id =
      (select user_id from users where email_key = ${who.email})`;
    expect(await listed(who)).toHaveLength(1);
    expect(await listed(other)).toHaveLength(1);
  });

  it('are for the signed-in only', async () => {
    const stranger = visitor(site);
    const id = crypto.randomUUID();
    expect((await stranger.get(PATH)).status).toBe(401);
    expect((await stranger.send('DELETE', PATH)).status).toBe(401);
    expect((await stranger.send('DELETE', `${PATH}/${id}`)).status).toBe(401);
  });
});

describe('S-14, S-16: a revoked session', () => {
  it('is out at once, its socket too', async () => {
    const who = await person(site);
    const other = await elsewhere(who.email);
    const socket = await livePage(site, other);
    const mine = await livePage(site, who);
    const revoked = (await listed(who)).find(({ current }) => !current);
    const answer = await who.send('DELETE', `${PATH}/${revoked?.id}`);
    expect([answer.status, answer.body]).toEqual([200, { ended: 1 }]);
    expect((await other.get(PATH)).status).toBe(401);
    await until(() => expect(socket.client.connected).toBe(false));
    expect(socket.errors[0]?.headers['message'] ?? socket.errors[0]?.body).toContain('Your session has ended');
    expect(mine.client.connected).toBe(true);
    expect(await listed(who)).toHaveLength(1);
  });

  it('goes with all others, and this one stays', async () => {
    const who = await person(site);
    const others = [await elsewhere(who.email), await elsewhere(who.email)];
    const sockets = await Promise.all(others.map((other) => livePage(site, other)));
    expect((await who.send('DELETE', PATH)).body).toEqual({ ended: 2 });
    for (const other of others) expect((await other.get('/api/user')).body).toEqual({});
    await until(() => expect(sockets.map(({ client }) => client.connected)).toEqual([false, false]));
    expect(await listed(who)).toHaveLength(1);
  });

  it('cannot be ended by another person', async () => {
    const [who, other] = [await person(site), await person(site)];
    const [own] = await listed(other);
    const answer = await who.send('DELETE', `${PATH}/${own?.id}`);
    expect([answer.status, answer.body.error]).toEqual([404, 'This session has ended already.']);
    expect(await listed(other)).toHaveLength(1);
    expect((await who.send('DELETE', `${PATH}/not-an-id`)).status).toBe(400);
  });

  it('is written into the audit log', async () => {
    const who = await person(site);
    await elsewhere(who.email);
    await who.send('DELETE', PATH);
    const rows = await site.database.sql`select details from audit_events where kind = 'session-ended' and user_id =
      (select user_id from users where email_key = ${who.email})`;
    expect(rows).toEqual([{ details: { device: 'Chrome on Android', address: expect.any(String) } }]);
  });
});
