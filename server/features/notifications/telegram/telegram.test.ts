import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { telegramApi, type TelegramDouble } from '../../../../tests/doubles/telegram-api.ts';
import { person, visitor, type Visitor } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

let site: TestSite;
let telegram: TelegramDouble;
let chats = 1_000;
beforeAll(async () => {
  telegram = await telegramApi();
  site = await testSite(telegram.env);
});
afterAll(async () => {
  await site.close();
  await telegram.close();
});

const status = async (who: Visitor) => (await who.get('/api/telegram/link')).body;
const newChat = () => String((chats += 1));
const newLink = async (who: Visitor) => (await who.post('/api/telegram/link', {})).body;
const texts = (chatId: string) => telegram.to(chatId).map(({ text }) => text);
const auditOf = async (email: string) =>
  (
    await site.database.sql<{ kind: string; details: Record<string, unknown> }[]>`
      select kind, details from audit_events join users using (user_id)
      where email = ${email} and kind like 'telegram-%' order by seq`
  ).map(({ kind, details }) => Object.assign({ kind }, details));

async function linked() {
  const who = await person(site);
  const chatId = newChat();
  telegram.write(chatId, (await newLink(who)).command);
  await until(() => expect(texts(chatId)).toEqual([expect.stringMatching(/^Linked\./)]));
  const [{ userId } = { userId: '' }] = await site.database.sql<{ userId: string }[]>`
    select user_id as "userId" from users where email = ${who.email}`;
  return { ...who, userId, chatId };
}

describe('S-42: a chat', () => {
  it('is linked by a one-time code, and the person is told', async () => {
    const ada = await person(site);
    expect(await status(ada)).toEqual({ configured: true, linked: false, account: null, blockedAt: null });
    const { url, bot, qr, command, expiresAt } = await newLink(ada);
    const code = command.split(' ')[1];
    expect(url).toBe(`https://t.me/tandem_test_bot?start=${code}`);
    expect(bot).toBe('@tandem_test_bot');
    expect(qr).toMatch(/^data:image\/svg\+xml,/);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    const chatId = newChat();
    telegram.write(chatId, command);
    await until(() => expect(texts(chatId)).toEqual([expect.stringMatching(/^Linked\./)]));
    expect(await status(ada)).toEqual({ configured: true, linked: true, account: '@ada_l', blockedAt: null });
    expect(await auditOf(ada.email)).toEqual([{ kind: 'telegram-linked', account: '@ada_l' }]);
  });

  it('is not linked by a code that was used, voided by a newer one, too old, or made up', async () => {
    const ada = await person(site);
    const [older, newer] = [await newLink(ada), await newLink(ada)];
    const bob = await person(site);
    const tooOld = await newLink(bob);
    await site.database.sql`
      update one_time_tokens set expires_at = ${Date.now() - 1}
      where user_id = (select user_id from users where email = ${bob.email})`;
    const cyd = await linked();
    for (const command of [older.command, tooOld.command, '/start made-up']) {
      const chatId = newChat();
      telegram.write(chatId, command);
      await until(() => expect(texts(chatId)).toEqual([expect.stringMatching(/^This link is no longer valid/)]));
    }
    expect([(await status(ada)).linked, (await status(bob)).linked]).toEqual([false, false]);
    const thief = newChat();
    telegram.write(cyd.chatId, newer.command);
    await until(async () => expect((await status(ada)).linked).toBe(true));
    telegram.write(thief, newer.command);
    await until(() => expect(texts(thief)).toEqual([expect.stringMatching(/^This link is no longer valid/)]));
  });

  it('keeps the code out of the database and the log, and the token out of both', async () => {
    const ada = await person(site);
    const { command } = await newLink(ada);
    const code = command.split(' ')[1];
    const stored = await site.database.sql`
      select encode(token_hash, 'base64') as hash, details from one_time_tokens where purpose = 'telegram'`;
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(site.logged()).not.toContain(code);
    expect(site.logged()).not.toContain('canary-telegram-token');
  });

  it('is a private one', async () => {
    const ada = await person(site);
    const group = `-${newChat()}`;
    telegram.write(group, (await newLink(ada)).command, { type: 'group' });
    await until(() => expect(texts(group)).toEqual([expect.stringMatching(/private chat/)]));
    expect((await status(ada)).linked).toBe(false);
  });

  it('gets a test at the press of a button, and the press says what came of it', async () => {
    const ada = await person(site);
    const press = async () => (await ada.post('/api/notifications/test', { channel: 'telegram' })).body;
    expect(await press()).toMatchObject({
      sent: 0,
      failed: 0,
      error: expect.stringMatching(/^Telegram is not linked/),
    });
    const chatId = newChat();
    telegram.write(chatId, (await newLink(ada)).command);
    await until(() => expect(texts(chatId)).toHaveLength(1));
    // One message a second to a chat, and five presses a minute.
    const paced = { interval: 1_200 };
    await until(async () => expect(await press()).toEqual({ sent: 1, failed: 0, error: null }), paced);
    expect(texts(chatId).at(-1)).toBe('Alerts reach this chat.');
    telegram.will(chatId, 403);
    const untaken = { sent: 0, failed: 1, error: expect.stringMatching(/^Telegram did not accept the message/) };
    await until(async () => expect(await press()).toEqual(untaken), paced);
  });

  it('is told how to link when it asks for something else', async () => {
    const chatId = newChat();
    telegram.write(chatId, 'hello');
    await until(() => expect(texts(chatId)).toEqual([expect.stringContaining('http://localhost:3000/account')]));
  });

  it('is unlinked on the account page, and by /unlink', async () => {
    const ada = await linked();
    expect((await ada.send('DELETE', '/api/telegram/link')).body.linked).toBe(false);
    await until(async () =>
      expect(await auditOf(ada.email)).toEqual([
        expect.objectContaining({ kind: 'telegram-linked' }),
        { kind: 'telegram-unlinked', device: 'Unknown device', address: 'local' },
      ]),
    );
    const bob = await linked();
    telegram.write(bob.chatId, '/unlink');
    await until(async () =>
      expect((await auditOf(bob.email)).at(-1)).toEqual({ kind: 'telegram-unlinked', reason: 'asked' }),
    );
    expect((await status(bob)).linked).toBe(false);
  });

  it('is linked by people who are signed in only', async () => {
    const stranger = visitor(site);
    const answers = [
      await stranger.get('/api/telegram/link'),
      await stranger.post('/api/telegram/link', {}),
      await stranger.send('DELETE', '/api/telegram/link'),
    ];
    expect(answers.map(({ status: code }) => code)).toEqual([401, 401, 401]);
  });
});

type Linked = Awaited<ReturnType<typeof linked>>;

/** An alert fires, as the engine records it. */
async function fire({ userId }: Linked, { title = 'XRP/USDT rose above 0.53', toTelegram = true, wake = true } = {}) {
  const { deps, database } = site;
  await database.db.transaction((tx) =>
    deps.notifications.queueAlertDeliveries(tx, [
      {
        userId,
        firingId: crypto.randomUUID(),
        now: Date.now(),
        live: { topic: 'balance', body: {} },
        push: () => ({
          web_push: 8030,
          notification: {
            title,
            body: 'It is at 0.5301.',
            navigate: 'http://localhost:3000/alerts',
            tag: 't',
            timestamp: 1,
          },
        }),
        toTelegram,
      },
    ]),
  );
  if (wake) deps.notifications.wake();
}

const deliveries = async (userId: string, channel = 'telegram') =>
  (await site.database.sql`
    select state, attempts, last_error as "lastError", next_at::float8 as "nextAt" from deliveries
    where user_id = ${userId} and channel = ${channel} order by id`) as unknown as {
    state: string;
    attempts: number;
    lastError: string | null;
    nextAt: number;
  }[];

/** Messages to the chat after the reply to its link. */
const alertsTo = ({ chatId }: Linked) => telegram.to(chatId).slice(1);

describe('an alert', () => {
  it('with Send to Telegram reaches the linked chat as plain text', async () => {
    const ada = await linked();
    await fire(ada, { title: 'XRP/USDT reached <b>0.53*_' });
    await until(() => expect(alertsTo(ada)).toHaveLength(1));
    expect(alertsTo(ada)[0]?.text).toBe('XRP/USDT reached <b>0.53*_\nIt is at 0.5301.\nhttp://localhost:3000/alerts');
    await until(async () => expect(await deliveries(ada.userId)).toMatchObject([{ state: 'sent', attempts: 1 }]));
  });

  it('without it, or without a linked chat, makes no such delivery', async () => {
    const ada = await linked();
    await fire(ada, { toTelegram: false });
    await until(async () => expect(await deliveries(ada.userId, 'live')).toMatchObject([{ state: 'sent' }]));
    expect(await deliveries(ada.userId)).toEqual([]);
    await ada.send('DELETE', '/api/telegram/link');
    await fire(ada);
    expect(await deliveries(ada.userId)).toEqual([]);
  });

  it('A-12: goes again when Telegram fails, and not before it wants that', async () => {
    const ada = await linked();
    telegram.will(ada.chatId, 500, { retryAfter: 3 }, 200);
    await fire(ada);
    await until(() => expect(alertsTo(ada)).toHaveLength(3));
    const [, refused, taken] = alertsTo(ada);
    expect(taken!.at - refused!.at).toBeGreaterThanOrEqual(3_000);
    await until(async () => expect(await deliveries(ada.userId)).toMatchObject([{ state: 'sent', attempts: 3 }]));
  });

  it('A-12: to one who blocked the bot ends the link and says so', async () => {
    const ada = await linked();
    telegram.will(ada.chatId, 403);
    await fire(ada, { wake: false });
    // Not caused by a call that wakes the worker.
    await ada.send('PUT', '/api/user', { json: { username: 'Ada L' } });
    await until(async () => expect(await deliveries(ada.userId)).toMatchObject([{ state: 'gone' }]));
    await until(async () =>
      expect((await auditOf(ada.email)).at(-1)).toEqual({ kind: 'telegram-unlinked', reason: 'blocked' }),
    );
    expect(await status(ada)).toMatchObject({ linked: false, blockedAt: expect.any(Number) });
    telegram.write(ada.chatId, (await newLink(ada)).command);
    await until(async () => expect(await status(ada)).toMatchObject({ linked: true, blockedAt: null }));
  });

  it('A-12: several at once reach one chat a second apart, all of them', async () => {
    const ada = await linked();
    for (let count = 0; count < 4; count += 1) await fire(ada);
    await until(() => expect(alertsTo(ada)).toHaveLength(4));
    const times = alertsTo(ada).map(({ at }) => at);
    for (const [index, at] of times.entries()) if (index > 0) expect(at - times[index - 1]!).toBeGreaterThan(900);
    await until(async () =>
      expect((await deliveries(ada.userId)).map(({ state, attempts }) => [state, attempts])).toEqual(
        Array.from({ length: 4 }, () => ['sent', 1]),
      ),
    );
  });

  it('F-27: a chat that hangs holds up no other channel and no request', async () => {
    const ada = await linked();
    const hung = await Promise.all(Array.from({ length: 12 }, () => linked()));
    for (const one of hung) telegram.will(one.chatId, 'hang');
    for (const one of hung) await fire(one);
    await until(() => expect(hung.flatMap(alertsTo).length).toBeGreaterThanOrEqual(10));
    await fire(ada, { toTelegram: false });
    await until(async () => expect(await deliveries(ada.userId, 'live')).toMatchObject([{ state: 'sent' }]));
    expect(hung.flatMap(alertsTo).every(({ status: code }) => code === 0)).toBe(true);
  });
});

describe('a site', () => {
  it('without a bot says so', async () => {
    const other = await testSite();
    const ada = await person(other);
    expect(await status(ada)).toMatchObject({ configured: false, linked: false });
    const { status: code, body } = await ada.post('/api/telegram/link', {});
    expect([code, body.error]).toEqual([404, 'This site has no Telegram bot. Its operator can set one up.']);
    await other.close();
  });

  it('F-27: answers soon while Telegram hangs, and stops at once', async () => {
    const dead = await telegramApi();
    dead.hang(true);
    const other = await testSite(dead.env);
    const ada = await person(other);
    const { status: code, headers } = await ada.post('/api/telegram/link', {});
    expect([code, headers.get('retry-after')]).toEqual([503, '60']);
    dead.hang(false);
    await other.close();
    expect(other.logged()).not.toContain('canary-telegram-token');
    await dead.close();
  });

  it('of several processes has one that listens, and the others wait calmly', async () => {
    const shared = await telegramApi();
    const [one, other] = [await testSite(shared.env), await testSite(shared.env)];
    await until(() => expect(shared.conflicts.length).toBeGreaterThanOrEqual(1));
    const chatId = newChat();
    shared.write(chatId, 'hello');
    await until(() => expect(shared.to(chatId)).toHaveLength(1));
    for (const [index, at] of shared.conflicts.entries())
      if (index > 0) expect(at - shared.conflicts[index - 1]!).toBeGreaterThan(29_000);
    await Promise.all([one.close(), other.close()]);
    await shared.close();
  });
});
