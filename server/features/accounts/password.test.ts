import { argon2Sync } from 'node:crypto';
import { PASSWORD_KNOWN } from '#contracts/rules/password.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, person, visitor } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const signUp = (password: string) => {
  const email = `${crypto.randomUUID()}@example.org`;
  return visitor(site).post('/api/user', { email, username: 'Ada', password, passwordConfirmation: password });
};

const signIn = async (email: string, password: string): Promise<boolean> =>
  (await visitor(site).post('/j_spring_security_check', { j_email: email, j_password: password })).body.authorized;

const stored = async (email: string): Promise<string> => {
  const [user] = await site.database.sql`select password_hash from users where email = ${email}`;
  return String(user?.['password_hash']);
};

const store = (email: string, hash: string) =>
  site.database.sql`update users set password_hash = ${hash} where email = ${email}`;

it.each([
  ['P@ssw0rd123', PASSWORD_KNOWN],
  ['Tandem-rides_2', 'Password must not contain the name Tandem'],
])('S-02: a sign-up with %s is refused', async (password, sentence) => {
  const { status, body } = await signUp(password);
  expect([status, body]).toEqual([200, { error: sentence, email: null }]);
});

it('S-03: a password is neither trimmed nor folded', async () => {
  const password = `  ${PASSWORD} `;
  const { body } = await signUp(password);
  expect(await signIn(body.email, PASSWORD)).toBe(false);
  expect(await signIn(body.email, password.toLowerCase())).toBe(false);
  expect(await signIn(body.email, password)).toBe(true);
});

it('S-04: is stored as argon2id of 19 MiB, two passes and one lane', async () => {
  const { email } = await person(site);
  expect(await stored(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

it('S-04: a hash of before, that costs less, signs in and is made anew', async () => {
  const { email } = await person(site);
  const nonce = Buffer.alloc(16, 7);
  const cost = { memory: 8192, passes: 1, parallelism: 1 };
  const hash = argon2Sync('argon2id', { message: PASSWORD, nonce, tagLength: 32, ...cost });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const before = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(hash)}`;
  await store(email, before);
  expect(await signIn(email, 'Wrong-Horse_42!')).toBe(false);
  expect(await stored(email)).toBe(before);
  expect(await signIn(email, PASSWORD)).toBe(true);
  const after = await stored(email);
  expect(after).toContain('$m=19456,t=2,p=1$');
  expect(await signIn(email, PASSWORD)).toBe(true);
  expect(await stored(email)).toBe(after);
});
