import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, person, visitor, type Visitor } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite({ PUBLIC_URL: 'https://tandem.example' });
});
afterAll(() => site.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const signIn = (from: Visitor, email: string, password = PASSWORD) =>
  from.post('/j_spring_security_check', { j_email: email, j_password: password }, { 'user-agent': FIREFOX });

async function audit(email: string, kind: string) {
  await site.deps.audit.idle();
  const rows = await site.database.sql<{ details: Record<string, unknown> }[]>`
    select details from audit_events where kind = ${kind}
    and user_id = (select user_id from users where email = ${email}) order by seq`;
  return rows.map(({ details }) => details);
}

describe('what is written down of signing in', () => {
  it('is the device, the address and whether the browser is a new one', async () => {
    const who = await person(site);
    const other = visitor(site);
    await signIn(other, who.email);
    await signIn(other, who.email);
    const from = { device: 'Firefox on Linux', address: 'local', way: 'password' };
    expect(await audit(who.email, 'signed-in')).toEqual([
      { device: 'Unknown device', address: 'local', way: 'password', newDevice: false },
      { ...from, newDevice: true },
      { ...from, newDevice: false },
    ]);
  });

  it('of a refusal, only where there is an account, and of leaving', async () => {
    const who = await person(site);
    await signIn(visitor(site), who.email, 'Wrong-Horse_42!');
    await signIn(visitor(site), 'nobody@example.org', 'Wrong-Horse_42!');
    await who.get('/logout');
    expect(await audit(who.email, 'sign-in-refused')).toEqual([
      { device: 'Firefox on Linux', address: 'local', reason: 'password' },
    ]);
    expect(await audit(who.email, 'signed-out')).toHaveLength(1);
  });

  it('S-11: the mark of a browser is a cookie for the server alone, of which only the hash is kept', async () => {
    const { email } = await person(site);
    const answer = await signIn(visitor(site), email);
    const mark = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-device=')) ?? '';
    expect(mark).toMatch(/^__Host-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [, token = ''] = /=([\w-]{43});/.exec(mark) ?? [];
    const kept = JSON.stringify(await site.database.sql`select encode(token_hash, 'escape') as h from known_devices`);
    expect(kept).not.toContain(token);
  });
});

it('S-05: of many wrong passwords at once ten are looked at', async () => {
  const { email } = await person(site);
  const tries = Array.from({ length: 25 }, () => signIn(visitor(site), email, 'Wrong-Horse_42!'));
  const answers = await Promise.all(tries);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect((await signIn(visitor(site), email)).status).toBe(429);
});
