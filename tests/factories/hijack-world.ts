import { afterAll, beforeAll } from 'vitest';
import { mailListener, type MailListener } from '../doubles/mail-listener.ts';
import { oidcSite, type OidcSite } from '../doubles/oidc-site.ts';
import { pushEndpoint, type PushEndpoint } from '../doubles/push-endpoint.ts';
import { softAuthenticator } from '../doubles/soft-authenticator.ts';
import { telegramApi, type TelegramDouble } from '../doubles/telegram-api.ts';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { authenticator } from './authenticator.ts';
import { viaGoogle, goesTo } from './google-journey.ts';
import { newcomer, visitor, type Visitor } from './visitor.ts';

const SITE = 'http://localhost:3000';
export const NEW_PASSWORD = 'Battery-Staple_77!';

/** A site with a mail server, Google, Telegram and a push service, whose clock the tests move. */
export function hijackWorld() {
  const { clock, pass } = shiftedClock();
  let mails: MailListener;
  let google: OidcSite;
  let telegram: TelegramDouble;
  let push: PushEndpoint;
  let site: TestSite;
  let chats = 5_000;
  let networks = 0;

  beforeAll(async () => {
    [mails, google, telegram, push] = await Promise.all([
      mailListener(),
      oidcSite(SITE),
      telegramApi(),
      pushEndpoint(),
    ]);
    const others = { ...google.variables, ...telegram.env, PUSH_HOSTS: push.host };
    site = await testSite({ PUBLIC_URL: SITE, SMTP_URL: mails.url, TRUST_PROXY: 'on', ...others }, clock);
  });
  afterAll(async () => {
    await site.close();
    await Promise.all([mails.close(), google.close(), telegram.close(), push.close()]);
  });

  const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(networks += 1)}` });

  const signIn = async (email: string, password: string, j_code?: string) => {
    const who = visitor(site);
    const form = { j_email: email, j_password: password, j_code };
    const { body } = await who.post('/j_spring_security_check', form, elsewhere());
    return { ...who, body: body as { authorized: boolean; twoFactor?: boolean } };
  };

  /** Opens nothing yet: the mails to an address, and what they hold. */
  async function proofMail(email: string, count = 1) {
    const { text = '', html = '', subject } = await mails.mailTo(email, { count, subject: 'Prove your address' });
    const code = /\b\d{4} \d{4}\b/.exec(text)?.[0] ?? '';
    const token = /\/prove_address\/([\w-]{43})/.exec(text)?.[1] ?? '';
    return { code, token, text, html, subject };
  }

  async function resetLink(email: string, count = 1): Promise<string> {
    await visitor(site).send('PUT', '/api/user/reset_password', { json: { userEmail: email }, headers: elsewhere() });
    const { text = '' } = await mails.mailTo(email, { count, subject: 'Recover password' });
    return /\/restore_password\/([\w-]+)/.exec(text)?.[1] ?? '';
  }

  const restore = async (passwordUrlHash: string, more: object = {}) =>
    (
      await visitor(site).send('PUT', '/api/user/restore_password', {
        json: { passwordUrlHash, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD, ...more },
      })
    ).text;

  async function addPasskey(who: Visitor, name = 'Laptop') {
    const key = softAuthenticator();
    const { options } = (await who.post('/api/user/passkeys/begin', undefined)).body;
    await who.post('/api/user/passkeys', { name, credential: key.create(options as { challenge: string }) });
    return {
      async signIn() {
        const from = visitor(site);
        const { options: asked } = (await from.post('/api/user/passkeys/challenge', undefined)).body;
        const { body } = await from.post('/api/user/passkeys/sign-in', { passkey: key.get(asked as never) });
        return body as { authorized: boolean };
      },
    };
  }

  async function addGoogle(who: Visitor, sub: string) {
    google.is({ sub, email: `${sub}@gmail.example`, email_verified: true, name: 'Mallory' });
    const { address } = (await who.post('/api/user/google/link', { to: '/account' })).body;
    await viaGoogle(who, address as string);
    return {
      async signIn() {
        google.is({ sub, email: `${sub}@gmail.example`, email_verified: false, name: 'Mallory' });
        const from = visitor(site);
        await viaGoogle(from, goesTo(await from.get('/api/user/google')).href);
        return ((await from.get('/api/user')).body as { email?: string }).email ?? null;
      },
    };
  }

  async function addTelegram(who: Visitor) {
    const chatId = String((chats += 1));
    const { command } = (await who.post('/api/telegram/link', {})).body;
    telegram.write(chatId, command as string);
    const texts = () => telegram.to(chatId).map(({ text }) => text);
    await until(() => {
      if (texts().length === 0) throw new Error('not linked yet');
    });
    return { chatId, texts };
  }

  async function addPush(who: Visitor) {
    const { endpoint, expirationTime, keys } = push.subscription(site.deps.notifications.publicKey);
    const browser = { endpoint, expirationTime, keys };
    const answer = await who.post('/api/push/subscription', browser);
    return { browser, answer };
  }

  async function addTwoFactor(who: Visitor) {
    const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
    const app = authenticator(secret, clock);
    await who.post('/api/user/two-factor', { code: app.code() });
    pass(60_000);
    return app;
  }

  const idOf = async (email: string): Promise<string> => {
    const [row] = await site.database.sql<{ id: string }[]>`select user_id as id from users where email = ${email}`;
    return row?.id ?? '';
  };

  return {
    site: () => site,
    mails: () => mails,
    google: () => google,
    telegram: () => telegram,
    clock,
    pass,
    elsewhere,
    signIn,
    proofMail,
    resetLink,
    restore,
    addPasskey,
    addGoogle,
    addTelegram,
    addPush,
    addTwoFactor,
    idOf,
    newcomer: () => newcomer(site),
    /** An account that got its ways in before an address had to be proven for them. */
    async withWays<T>(who: { email: string }, add: () => Promise<T>): Promise<T> {
      await site.prove(who.email);
      const added = await add();
      await site.database.sql`update users set email_verified_at = null where email = ${who.email}`;
      return added;
    },
    browsersOf: async (email: string) =>
      (
        await site.database.sql`select id from push_subscriptions
          where user_id = (select user_id from users where email = ${email})`
      ).length,
  };
}
