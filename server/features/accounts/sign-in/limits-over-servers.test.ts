import { afterAll, beforeAll, expect, it } from 'vitest';
import { authenticator } from '../../../../tests/factories/authenticator.ts';
import { sendContact } from '../../../../tests/factories/contact-form.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { twoSites } from '../../../../tests/setup/two-sites.ts';

let sites: Awaited<ReturnType<typeof twoSites>>;
beforeAll(async () => {
  sites = await twoSites({ TRUST_PROXY: 'on' });
});
afterAll(() => sites.close());

const unique = () => `${crypto.randomUUID()}@example.org`;
/** A visitor of the first server, the second one, the first one and so on. */
const turns = () => {
  let nth = 0;
  return () => visitor((nth += 1) % 2 === 1 ? sites.here : sites.there);
};
let networks = 0;
/** From an address that no other visitor has. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(networks += 1)}` });

function signIns(email: string) {
  const [next, from] = [turns(), elsewhere()];
  return (form: { password?: string; code?: string; at?: ReturnType<typeof visitor> }) =>
    (form.at ?? next()).post(
      '/j_spring_security_check',
      { j_email: email, j_password: form.password ?? PASSWORD, ...(form.code && { j_code: form.code }) },
      from,
    );
}
type Answer = Awaited<ReturnType<ReturnType<typeof signIns>>>;

const both = () => [visitor(sites.here), visitor(sites.there)];
const codes = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
const byCode = (one: number, other: number) => one - other;
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

function expectWait({ status, headers, body }: Answer, longest: number): void {
  expect([status, body.error]).toEqual([429, expect.stringMatching(/^Too many .* Try again in \d+ minutes\.$/)]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(longest - 60);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(longest);
}

const WRONG = 'Wrong-Horse_42!';

it('S-05 ten wrong passwords are ten, whichever server takes them', async () => {
  const { email } = await person(sites.here);
  const signIn = signIns(email);
  const answers: Answer[] = [];
  for (let tries = 0; tries < 10; tries += 1) answers.push(await signIn({ password: WRONG }));
  expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 10 }, () => ({ authorized: false })));
  for (const at of both()) expectWait(await signIn({ at }), 15 * 60);
  expect((await signIns(email)({})).body).toEqual({ authorized: true });
});

it('S-05 of twenty wrong passwords at once on two servers ten are judged', async () => {
  const { email } = await person(sites.here);
  const signIn = signIns(email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn({ password: WRONG })));
  expect(codes(answers).toSorted(byCode)).toEqual([...times(10, 200), ...times(10, 429)]);
  await Promise.all([sites.here, sites.there].map(({ deps }) => deps.audit.idle()));
  const judged = await sites.here.database.sql`select 1 from audit_events where kind = 'sign-in-refused'
    and user_id = (select user_id from users where email = ${email})`;
  expect(judged).toHaveLength(10);
});

it('S-05 right passwords use up nothing on any server', async () => {
  const { email } = await person(sites.here);
  const signIn = signIns(email);
  for (let tries = 0; tries < 9; tries += 1) await signIn({ password: WRONG });
  for (let tries = 0; tries < 4; tries += 1) expect((await signIn({})).body).toEqual({ authorized: true });
  expect((await signIn({ password: WRONG })).status).toBe(200);
  expect((await signIn({})).status).toBe(429);
});

it('S-51 a hundred sign-ups from one network are a hundred', async () => {
  const [next, from] = [turns(), elsewhere()];
  // Refused after it is counted and before it is hashed.
  const known = 'P@ssw0rd123';
  const signUp = (at = next()) =>
    at.post('/api/user', { email: unique(), username: 'Eve', password: known, passwordConfirmation: known }, from);
  for (let made = 0; made < 100; made += 10)
    expect(codes(await Promise.all(Array.from({ length: 10 }, () => signUp())))).toEqual(times(10, 200));
  for (const at of both()) expectWait(await signUp(at), 3600);
});

it('S-56 two servers say five times an hour that an address has an account', async () => {
  const { email } = await person(sites.here);
  const [next, from] = [turns(), elsewhere()];
  const form = { username: 'Eve', password: PASSWORD, passwordConfirmation: PASSWORD };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => next().post('/api/user', { ...form, email }, from)),
  );
  const said = answers.filter(({ body }) => body.error === 'This e-mail is already registered');
  expect([said.length, codes(answers).filter((status) => status === 429).length]).toEqual([5, 7]);
  for (const at of both()) expectWait(await at.post('/api/user', { ...form, email: unique() }, from), 3600);
});

it('S-19 five wrong codes are five, whichever server takes them', async () => {
  const who = await person(sites.here);
  const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
  await who.post('/api/user/two-factor', { code: authenticator(secret).code() });
  const signIn = signIns(who.email);
  const guess = () => signIn({ code: 'wrong-code' });
  expect(codes(await Promise.all(Array.from({ length: 8 }, guess))).toSorted(byCode)).toEqual([
    ...times(5, 200),
    ...times(3, 429),
  ]);
  for (const at of both()) expectWait(await signIn({ code: 'wrong-code', at }), 5 * 60);
});

it('S-44 three recovery mails an hour, and three messages, are three', async () => {
  const [next, from] = [turns(), elsewhere()];
  const ask = () => next().send('PUT', '/api/user/reset_password', { json: { userEmail: unique() }, headers: from });
  expect(codes([await ask(), await ask(), await ask(), await ask(), await ask()])).toEqual([
    ...times(3, 200),
    ...times(2, 429),
  ]);
  const address = from['x-forwarded-for'];
  const write = (at: typeof sites.here) => sendContact(at, { address });
  const { here, there } = sites;
  const all = await Promise.all([here, there, here, there, here].map(write));
  expect(codes(all).toSorted(byCode)).toEqual([...times(3, 200), ...times(2, 429)]);
});
