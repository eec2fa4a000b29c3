import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { softAuthenticator } from '../../../../tests/doubles/soft-authenticator.ts';
import { PASSWORD, person, visitor, type Visitor } from '../../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';

let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());

const PATH = '/api/user/passkeys';
type Authenticator = ReturnType<typeof softAuthenticator>;
type Habits = NonNullable<Parameters<Authenticator['create']>[1]>;

const begin = async (who: Visitor) => (await who.post(`${PATH}/begin`, undefined)).body.options;
const challenge = async (who: Visitor) => (await who.post(`${PATH}/challenge`, undefined)).body.options;

async function add(who: Visitor, authenticator: Authenticator, habits: Habits = {}) {
  return who.post(PATH, { name: 'Laptop', credential: authenticator.create(await begin(who), habits) });
}

/** A user with a passkey. */
async function holder() {
  const who = await person(site);
  const authenticator = softAuthenticator();
  expect((await add(who, authenticator)).body).toEqual({ id: authenticator.id });
  return { ...who, authenticator };
}

async function signIn(authenticator: Authenticator, habits: Habits = {}) {
  const from = visitor(site);
  const passkey = authenticator.get(await challenge(from), habits);
  return { from, ...(await from.post(`${PATH}/sign-in`, { passkey, 'remember-me': true })) };
}

describe('a passkey', () => {
  it('is added, listed and removed by its owner alone', async () => {
    const { authenticator, ...who } = await holder();
    const [listed] = (await who.get(PATH)).body.passkeys;
    expect(listed).toEqual({
      id: authenticator.id,
      name: 'Laptop',
      createdAt: expect.any(Number),
      usedAt: null,
      synced: false,
    });
    const other = await person(site);
    expect((await other.get(PATH)).body.passkeys).toEqual([]);
    expect((await other.send('DELETE', `${PATH}/${authenticator.id}`)).status).toBe(404);
    expect((await who.send('DELETE', `${PATH}/${authenticator.id}`)).body).toEqual({ removed: true });
    expect((await signIn(authenticator)).body).toEqual({ authorized: false });
  });

  it('asks for a PIN, a finger or a face, and is not made twice on one authenticator', async () => {
    const { authenticator, ...who } = await holder();
    const options = await begin(who);
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    expect(options.rp).toEqual({ name: 'Tandem', id: 'localhost' });
    expect(options.excludeCredentials).toMatchObject([{ id: authenticator.id }]);
  });

  it('signs in without password and code', async () => {
    const { authenticator, email, ...who } = await holder();
    const { body, from } = await signIn(authenticator);
    expect(body).toEqual({ authorized: true });
    expect((await from.get('/api/user')).body.email).toBe(email);
    expect((await who.get(PATH)).body.passkeys[0].usedAt).toEqual(expect.any(Number));
    const events = await site.database.sql`select details from audit_events where kind = 'signed-in'
      and user_id = (select user_id from users where email = ${email}) order by seq desc limit 1`;
    expect(events[0]).toMatchObject({ details: { way: 'passkey', newDevice: true } });
  });

  it('S-08: is a fresh proof of identity, of its owner alone', async () => {
    const { authenticator, ...who } = await holder();
    pass(6 * 60_000);
    expect((await who.post(`${PATH}/begin`, undefined)).body).toMatchObject({ confirm: true });
    expect((await who.send('DELETE', `${PATH}/${authenticator.id}`)).body).toMatchObject({ confirm: true });
    const other = await person(site);
    const foreign = authenticator.get(await challenge(other));
    expect((await other.post('/api/user/confirm', { passkey: foreign })).status).toBe(422);
    const proof = authenticator.get(await challenge(who));
    expect((await who.post('/api/user/confirm', { passkey: proof })).body).toEqual({ confirmed: true });
    expect((await who.send('DELETE', `${PATH}/${authenticator.id}`)).status).toBe(200);
  });
});

describe('S-20: what does not hold is refused', () => {
  it('a challenge works once', async () => {
    const { authenticator } = await holder();
    const from = visitor(site);
    const passkey = authenticator.get(await challenge(from));
    const answers = [await from.post(`${PATH}/sign-in`, { passkey }), await from.post(`${PATH}/sign-in`, { passkey })];
    expect(answers.map(({ body }) => body.authorized)).toEqual([true, false]);
  });

  it('S-20 a challenge that was answered takes no second answer, however fresh its signature', async () => {
    const { authenticator } = await holder();
    const from = visitor(site);
    const asked = await challenge(from);
    const answer = async (counter: number) =>
      (await from.post(`${PATH}/sign-in`, { passkey: authenticator.get(asked, { counter }) })).body;
    expect(await answer(10)).toEqual({ authorized: true });
    expect(await answer(11)).toEqual({ authorized: false });
    const who = await person(site);
    const begun = await begin(who);
    const credentialOf = () => ({ name: 'Laptop', credential: softAuthenticator().create(begun) });
    expect((await who.post(PATH, credentialOf())).status).toBe(200);
    expect((await who.post(PATH, credentialOf())).status).toBe(422);
  });

  it('has at least 128 bits, only its hash is kept, and it is over after five minutes', async () => {
    const { authenticator } = await holder();
    const from = visitor(site);
    const options = await challenge(from);
    expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(16);
    const kept = await site.database.sql`select encode(token_hash, 'escape') as h, details from one_time_tokens`;
    expect(JSON.stringify(kept)).not.toContain(options.challenge);
    pass(5 * 60_000);
    const passkey = authenticator.get(options);
    expect((await from.post(`${PATH}/sign-in`, { passkey })).body).toEqual({ authorized: false });
  });

  it.each([
    ['another origin', { origin: 'https://tandem.evil' }],
    ['another site', { rpId: 'tandem.evil' }],
    ['no person in front of it', { verified: false }],
    ['a counter that stands still', { counter: 0 }],
  ])('%s', async (_, habits) => {
    const { authenticator } = await holder();
    expect((await signIn(authenticator)).body).toEqual({ authorized: true });
    expect((await signIn(authenticator, habits)).body).toEqual({ authorized: false });
    expect((await signIn(authenticator)).body).toEqual({ authorized: true });
  });

  it.each([
    ['another origin', { origin: 'https://tandem.evil' }],
    ['another site', { rpId: 'tandem.evil' }],
    ['no person in front of it', { verified: false }],
  ])('a new one from %s', async (_, habits) => {
    const who = await person(site);
    const { status, body } = await add(who, softAuthenticator(), habits);
    expect([status, body]).toEqual([422, { error: 'This passkey could not be added. Try again.' }]);
  });

  it("another person's challenge, one for signing in, a broken answer", async () => {
    const [who, other] = [await person(site), await person(site)];
    const authenticator = softAuthenticator();
    for (const options of [await begin(other), await challenge(who), { challenge: 'never asked' }]) {
      const credential = authenticator.create(options);
      expect((await who.post(PATH, { name: 'Laptop', credential })).status).toBe(422);
    }
    const broken = authenticator.create(await begin(who));
    for (const clientDataJSON of ['', 'bm9uc2Vuc2U', 'bnVsbA', '!!']) {
      const credential = { ...broken, response: { ...broken.response, clientDataJSON } };
      expect((await who.post(PATH, { name: 'Laptop', credential })).status).toBe(422);
    }
    const garbled = { ...broken, response: { ...broken.response, attestationObject: 'AAAA' } };
    expect((await who.post(PATH, { name: 'Laptop', credential: garbled })).status).toBe(422);
  });

  it("another person's signature", async () => {
    const { authenticator } = await holder();
    const from = visitor(site);
    const stranger = softAuthenticator().get(await challenge(from));
    const passkey = { ...stranger, id: authenticator.id, rawId: authenticator.id };
    expect((await from.post(`${PATH}/sign-in`, { passkey })).body).toEqual({ authorized: false });
  });
});

it('S-12: signing in by passkey ends the session held before', async () => {
  const { authenticator, email } = await holder();
  const from = visitor(site);
  await from.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD });
  const before = from.cookie();
  const passkey = authenticator.get(await challenge(from));
  await from.post(`${PATH}/sign-in`, { passkey });
  const old = visitor(site);
  old.useCookie(before);
  expect((await old.get('/api/key/all')).status).toBe(401);
  expect((await from.get('/api/key/all')).status).toBe(200);
});
