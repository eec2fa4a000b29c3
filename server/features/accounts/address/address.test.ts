import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { hijackWorld } from '../../../../tests/factories/hijack-world.ts';
import { newcomer, PASSWORD, visitor } from '../../../../tests/factories/visitor.ts';
import { testSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

const world = hijackWorld();
const PROVE = '/api/user/address/prove';
const NOT_VALID = 'This code or link is not valid. Send a new one, and use it within a day.';

const isProven = async (who: { get: ReturnType<typeof visitor>['get'] }): Promise<boolean> =>
  (await who.get('/api/user')).body.proven as boolean;

describe('the proof of an address', () => {
  it('S-50 comes by the link of the mail that follows the sign-up, from a session of that account only', async () => {
    const [ada, bob] = [await world.newcomer(), await world.newcomer()];
    const { token } = await world.proofMail(ada.email);
    expect((await visitor(world.site()).post(PROVE, { token })).status).toBe(401);
    expect((await bob.post(PROVE, { token })).body).toEqual({ error: NOT_VALID });
    expect(await isProven(ada)).toBe(false);
    expect((await ada.post(PROVE, { token })).body).toEqual({ error: null });
    expect(await isProven(ada)).toBe(true);
    expect(await isProven(bob)).toBe(false);
    expect((await ada.post('/api/user/passkeys/begin', undefined)).status).toBe(200);
  });

  it('S-50 signs out the other sessions, and not the one that proves', async () => {
    const ada = await world.newcomer();
    const other = await world.signIn(ada.email, PASSWORD);
    const { code } = await world.proofMail(ada.email);
    expect((await ada.post(PROVE, { code: code.replace(' ', '') })).body).toEqual({ error: null });
    expect((await other.get('/api/key/all')).status).toBe(401);
    expect((await ada.get('/api/key/all')).status).toBe(200);
  });

  it('S-50 is over after a day, and only the newest three mails hold', async () => {
    const ada = await world.newcomer();
    const codes = [(await world.proofMail(ada.email)).code];
    for (let count = 2; count <= 4; count += 1) {
      world.pass(1000);
      expect((await ada.post('/api/user/address/send', {})).status).toBe(200);
      codes.push((await world.proofMail(ada.email, count)).code);
    }
    expect((await ada.post(PROVE, { code: codes[0] })).body).toEqual({ error: NOT_VALID });
    world.pass(DAY);
    const again = await world.signIn(ada.email, PASSWORD);
    expect((await again.post(PROVE, { code: codes[3] })).body).toEqual({ error: NOT_VALID });
    await again.post('/api/user/address/send', {});
    const { code } = await world.proofMail(ada.email, 5);
    expect((await again.post(PROVE, { code })).body).toEqual({ error: null });
  });

  it('S-50 cannot be guessed, and guesses of another session do not keep the link from its owner', async () => {
    const ada = await world.newcomer();
    const { code, token } = await world.proofMail(ada.email);
    const wrong = code === '0000 0000' ? '11111111' : '00000000';
    for (let tries = 0; tries < 10; tries += 1)
      expect((await ada.post(PROVE, { code: wrong })).body).toEqual({ error: NOT_VALID });
    expect((await ada.post(PROVE, { code })).status).toBe(429);
    expect((await ada.post(PROVE, { token })).body).toEqual({ error: null });
  });

  it('S-50 is mailed at most five times an hour to an address, whatever its account', async () => {
    const ada = await world.newcomer();
    for (let count = 0; count < 4; count += 1) expect((await ada.post('/api/user/address/send', {})).status).toBe(200);
    expect((await ada.post('/api/user/address/send', {})).status).toBe(429);
    await ada.send('DELETE', '/api/user', { json: { password: PASSWORD } });
    await world.mails().mailTo(ada.email, { subject: 'Your account was deleted' });
    const form = { email: ada.email, username: 'Ada', password: PASSWORD, passwordConfirmation: PASSWORD };
    expect((await visitor(world.site()).post('/api/user', form)).body.error).toBeNull();
    const again = await world.signIn(ada.email, PASSWORD);
    expect((await again.post('/api/user/address/send', {})).status).toBe(429);
  });

  it('S-45, S-50: leaves no code and no link in the log', async () => {
    const ada = await world.newcomer();
    const { code, token } = await world.proofMail(ada.email);
    await ada.get(`/prove_address/${token}`);
    await ada.post(PROVE, { token });
    for (const secret of [code, code.replace(' ', ''), token]) expect(world.site().logged()).not.toContain(secret);
  });
});

describe('without a mail server', () => {
  it('S-50 the log names the file, and the screen is told where mails lie', async () => {
    const bare = await testSite();
    onTestFinished(bare.close);
    const ada = await newcomer(bare);
    expect((await ada.get('/api/user/address')).body).toMatchObject({ proven: false, outbox: true });
    const folder = join(bare.deps.env.DATA_DIR, 'outbox');
    await until(async () => {
      const [file = 'none'] = await readdir(folder);
      expect(bare.logged()).toContain(join(folder, file));
    });
  });
});

describe('mail to an address that is not proven', () => {
  const CHOSEN = 'Visit evil.example and win';

  it('S-59 holds nothing that was chosen at the sign-up', async () => {
    const mallory = visitor(world.site());
    const email = `${crypto.randomUUID()}@example.org`;
    const form = { email, username: CHOSEN, password: PASSWORD, passwordConfirmation: PASSWORD };
    await mallory.post('/api/user', form);
    await mallory.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD });
    const { key, secret } = (await mallory.post('/api/paper/key', {})).body;
    await mallory.post('/api/key', { market: 'binance', name: CHOSEN, key, secret });
    const keyMail = await world.mails().mailTo(email, { subject: 'An API key was added' });
    const proof = await world.proofMail(email);
    const userId = await world.idOf(email);
    await world.site().deps.audit.record(userId, 'passkey-added', { name: CHOSEN });
    await world.site().deps.audit.record(userId, 'key-disabled', { name: CHOSEN, reason: CHOSEN, market: 'binance' });
    await world.site().deps.audit.record(userId, 'telegram-linked', { account: CHOSEN, address: CHOSEN });
    const others = await Promise.all(
      ['A passkey was added', 'An API key was disabled', 'Telegram was linked'].map((subject) =>
        world.mails().mailTo(email, { subject }),
      ),
    );
    for (const { subject, text, html } of [keyMail, proof, ...others])
      expect(`${subject} ${text} ${html}`).not.toContain('evil');
    await world.site().prove(email);
    await world.site().deps.audit.record(userId, 'passkey-removed', { name: CHOSEN });
    expect((await world.mails().mailTo(email, { subject: 'A passkey was removed' })).text).toContain(CHOSEN);
  });
});
