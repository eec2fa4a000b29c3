import { createHook } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, person, visitor } from '../../../tests/factories/visitor.ts';
import { olderLimits } from '../../../tests/setup/older-limits.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { hashedName } from '../../runtime/request-limits/hashed-name.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { signUpLimits } from './sign-up-limits.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite({ TRUST_PROXY: 'on' });
});
afterAll(() => site.close());

const form = (more: Record<string, unknown> = {}) => ({
  email: `${crypto.randomUUID()}@example.org`,
  username: 'Ada',
  password: PASSWORD,
  passwordConfirmation: PASSWORD,
  ...more,
});
const signUp = (wanted: ReturnType<typeof form>, address: string) =>
  visitor(site).post('/api/user', wanted, { 'x-forwarded-for': address });
const signIn = (email: string, address: string) =>
  visitor(site).post(
    '/j_spring_security_check',
    { j_email: email, j_password: PASSWORD },
    { 'x-forwarded-for': address },
  );

describe('S-51 a rush of sign-ups', () => {
  it('S-51 of 400 at once: what there is room for is done, the others get 429, and a sign-in is not behind them', async () => {
    const { email } = await person(site);
    const order: string[] = [];
    const addresses = Array.from({ length: 400 }, (_, nth) => `10.1.${nth >> 8}.${nth & 255}`);
    const ups = addresses.map(async (address) => {
      const answer = await signUp(form(), address);
      order.push(answer.status === 429 ? 'refused' : 'made');
      return answer;
    });
    const entered = signIn(email, '192.0.2.1').then((answer) => {
      order.push('in');
      return answer;
    });
    const answers = await Promise.all(ups);
    expect((await entered).body).toEqual({ authorized: true });

    const refused = answers.filter(({ status }) => status === 429);
    const made = answers.filter(({ status, body }) => status === 200 && body.error === null);
    expect(refused.length + made.length).toBe(400);
    expect(made.length).toBeGreaterThanOrEqual(64);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toBe('5');
      expect(body).toEqual({ error: 'Many people sign up at this moment. Try again in 5 seconds.' });
    }
    // Sign-ins get three turns of four, and a sign-in takes one.
    const before = order.slice(0, order.indexOf('in')).filter((end) => end === 'made').length;
    const after = order.slice(order.indexOf('in')).filter((end) => end === 'made').length;
    expect(after).toBeGreaterThan(before);
    const [{ count } = { count: 0 }] = await site.database.sql<{ count: number }[]>`
      select count(*)::int as count from users`;
    expect(count).toBe(made.length + 1);
    // Those for whom there was no room cost no statement.
    const keys = addresses.map((address) => hashedName('sign-ups', address));
    const counted = await site.database.sql`select from request_limits where key in ${site.database.sql(keys)}`;
    expect(counted.length).toBe(made.length);
  });

  it('S-04 no more hashes are at work at once than there are cores', async () => {
    const atWork = new Set<number>();
    let most = 0;
    const stored = await hashPassword(PASSWORD);
    const hook = createHook({
      init(id, type) {
        if (type !== 'ARGON2REQUEST') return;
        atWork.add(id);
        most = Math.max(most, atWork.size);
      },
      before: (id) => void atWork.delete(id),
    }).enable();
    const each = Array.from({ length: availableParallelism() + 2 });
    await Promise.all([
      ...each.map(() => hashPassword(PASSWORD)),
      ...each.map(() => passwordMatches(PASSWORD, stored)),
    ]);
    hook.disable();
    expect(most).toBe(Math.max(1, availableParallelism() - 1));
  });

  it('S-51 from one network 100 an hour, from this machine 1000', async () => {
    // The accounts of the tests above count as well.
    await olderLimits(site.database, 3_600_000);
    const limits = signUpLimits(site.deps.sharedLimits);
    const all = (count: number, address: (nth: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, nth) => limits.take(address(nth))));
    await all(100, (nth) => `2001:db8::${nth.toString(16)}`);
    await expect(limits.take('2001:db8::ffff')).rejects.toThrow(/Too many accounts were made from your network/);
    await limits.take('2001:db8:0:1::1');
    await all(1000, () => '127.0.0.1');
    await expect(limits.take('127.0.0.1')).rejects.toThrow(/Too many accounts/);
    await olderLimits(site.database, 3_600_000);
    await limits.take('2001:db8::1');
  });
});

describe('S-56 an address that has an account', () => {
  it('S-56 is told five times an hour; then a free address is answered alike', async () => {
    const taken = form();
    await signUp(taken, '198.51.100.1');
    const at = (wanted: typeof taken) => signUp(wanted, '198.51.100.2');
    const reported = await Promise.all(Array.from({ length: 12 }, () => at({ ...taken, username: 'Eve' })));
    expect(reported.filter(({ body }) => body.error === 'This e-mail is already registered')).toHaveLength(5);
    expect(reported.filter(({ status }) => status === 429)).toHaveLength(7);
    const [again, free] = [await at(taken), await at(form())];
    expect([again.status, again.body]).toEqual([
      429,
      { error: expect.stringMatching(/^Too many attempts. Try again in/) },
    ]);
    expect([free.status, free.body]).toEqual([again.status, again.body]);
    expect((await signUp(form(), '198.51.100.3')).body.error).toBeNull();
  });

  it('S-56 free addresses use up none of the five, at once or one by one', async () => {
    const { isTaken } = signUpLimits(site.deps.sharedLimits);
    const look = (found: boolean) => isTaken('198.51.100.5', () => Promise.resolve(found));
    const free = await Promise.all(Array.from({ length: 12 }, () => look(false)));
    expect(new Set(free)).toEqual(new Set([false]));
    for (let told = 0; told < 5; told += 1) expect(await look(true)).toBe(true);
    await expect(look(false)).rejects.toThrow('Too many attempts.');
  });

  it('makes one account of fifty sign-ups of one address at once', async () => {
    const wanted = form();
    const answers = await Promise.all(Array.from({ length: 50 }, () => signUp(wanted, '198.51.100.4')));
    expect(answers.filter(({ body }) => body.error === null)).toHaveLength(1);
  });
});
