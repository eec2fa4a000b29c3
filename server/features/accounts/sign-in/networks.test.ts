import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, visitor } from '../../../../tests/factories/visitor.ts';
import { olderLimits } from '../../../../tests/setup/older-limits.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { passwordLimits } from './limits.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite({ TRUST_PROXY: 'on' });
});
afterAll(() => site.close());

/** The response status of wrong passwords from each of these addresses. */
async function wrong(email: string, addresses: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) {
    const form = { j_email: email, j_password: 'Wrong-Horse_42!' };
    const answer = await visitor(site).post('/j_spring_security_check', form, { 'x-forwarded-for': address });
    statuses.push(answer.status);
  }
  return statuses;
}

const TEN_THEN = (more: number) => [
  ...Array.from({ length: 10 }, () => 200),
  ...Array.from({ length: more }, () => 429),
];

describe('S-52 wrong passwords behind a proxy', () => {
  it('S-52 from 60 addresses of one /64 are ten', async () => {
    const { email } = await person(site);
    const addresses = Array.from({ length: 60 }, (_, host) => `2001:db8:7:7:${host + 1}::${host + 1}`);
    expect(await wrong(email, addresses)).toEqual(TEN_THEN(50));
    expect(await wrong(email, ['2001:db8:7:8::1'])).toEqual([200]);
  });

  it('S-52 from one IPv4 address in all its forms are ten', async () => {
    const { email } = await person(site);
    const forms = ['192.0.2.9', '::ffff:192.0.2.9', '192.0.2.9:40001', '[::ffff:192.0.2.9]:443', '::FFFF:C000:209'];
    expect(await wrong(email, [...forms, ...forms, ...forms])).toEqual(TEN_THEN(5));
  });

  it('S-05 count by what the proxy added, whatever the caller wrote before it', async () => {
    const { email } = await person(site);
    const addresses = Array.from({ length: 12 }, (_, nth) => `203.0.113.${nth}, 198.51.100.7`);
    expect(await wrong(email, addresses)).toEqual(TEN_THEN(2));
    expect(await wrong(email, ['198.51.100.7, 203.0.113.200'])).toEqual([200]);
  });

  it('S-62 what is no address is not taken for one, nor kept', async () => {
    const { email } = await person(site);
    const addresses = Array.from({ length: 11 }, (_, nth) => `${'x'.repeat(4000)}${nth}`);
    expect(await wrong(email, addresses)).toEqual(TEN_THEN(1));
  });
});

describe('S-05 wrong passwords for many accounts', () => {
  it('S-05 are 100 an hour from one network, and 1000 from a /48', async () => {
    const limits = passwordLimits(site.deps.sharedLimits);
    const guess = (address: string) =>
      limits.counted({ emailKey: `${crypto.randomUUID()}@example.org`, address }, () => Promise.resolve(null));
    await Promise.all(Array.from({ length: 100 }, () => guess('198.51.100.50')));
    await expect(guess('198.51.100.50')).rejects.toThrow(/Too many wrong passwords from your network/);
    await expect(guess('198.51.100.51')).resolves.toBeNull();
    const hosts = Array.from({ length: 100 }, (_, host) => host);
    for (let net = 0; net < 10; net += 1) await Promise.all(hosts.map((host) => guess(`2001:db8:1:${net}::${host}`)));
    await expect(guess('2001:db8:1:ff::1')).rejects.toThrow(/from your network/);
    await olderLimits(site.database, 3_600_000);
    await expect(guess('198.51.100.50')).resolves.toBeNull();
  });

  it('S-05 do not count what was right, nor what could not be looked at', async () => {
    const limits = passwordLimits(site.deps.sharedLimits);
    const attempt = { emailKey: 'ada@example.org', address: '198.51.100.60' };
    for (let nth = 0; nth < 20; nth += 1) {
      await limits.counted(attempt, () => Promise.resolve('right'));
      await expect(limits.counted(attempt, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    }
    for (let nth = 0; nth < 10; nth += 1) await limits.counted(attempt, () => Promise.resolve(null));
    await expect(limits.counted(attempt, () => Promise.resolve(null))).rejects.toThrow('Too many wrong passwords.');
  });
});
