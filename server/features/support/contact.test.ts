import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailListener, type MailListener } from '../../../tests/doubles/mail-listener.ts';
import { telegramApi, type TelegramDouble } from '../../../tests/doubles/telegram-api.ts';
import { hugePng, phonePhoto, sendContact, speckledPng, type Sending } from '../../../tests/factories/contact-form.ts';
import { person } from '../../../tests/factories/visitor.ts';
import { olderLimits } from '../../../tests/setup/older-limits.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const SUPPORT = 'support@tandem.example';
const CHAT = '-100777';

const { clock, pass } = shiftedClock();
let site: TestSite;
let mails: MailListener;
let telegram: TelegramDouble;
beforeAll(async () => {
  [mails, telegram] = await Promise.all([mailListener(), telegramApi()]);
  const variables = { SMTP_URL: mails.url, SUPPORT_MAIL: SUPPORT, TELEGRAM_SUPPORT_CHAT: CHAT, TRUST_PROXY: 'on' };
  site = await testSite({ ...telegram.env, ...variables }, clock);
  site.deps.contact.start();
});

async function nextHour(): Promise<void> {
  pass(3_600_000);
  await olderLimits(site.database, 3_600_000);
}
beforeEach(nextHour);
afterAll(async () => {
  await site.deps.contact.stop();
  await site.close();
  await Promise.all([mails.close(), telegram.close()]);
});

const send = (sending: Sending = {}) => sendContact(site, sending);
const waiting = () => site.database.sql<{ message: string; last_error: string | null }[]>`
  select message, last_error from support_messages`;
const inChat = (words: string) => telegram.to(CHAT).filter(({ text }) => text.includes(words));
/** A unique text. */
const unique = () => `Question ${randomBytes(6).toString('hex')}`;
const png = (bytes: Uint8Array, name = 'photo.png') => ({ bytes, name });

describe('a message', () => {
  it('by mail reaches the operator with its photo, who can answer it, and is kept no longer', async () => {
    const message = `${unique()}\r\n<script>alert(1)</script> & more`;
    const photo = { bytes: await phonePhoto(), name: '../../me at home.jpg', type: 'image/jpeg' };
    const before = mails.to(SUPPORT).length;
    expect((await send({ fields: { message }, photo })).body).toEqual({ accepted: true });
    const mail = await mails.mailTo(SUPPORT, { count: before + 1 });
    expect(mail.subject).toBe('New request from ada@example.org');
    expect(mail.replyTo?.[0]?.address).toBe('ada@example.org');
    expect(mail.text).toContain('<script>alert(1)</script> & more');
    expect(mail.text).toContain('Answer by e-mail to: ada@example.org');
    expect(mail.html).not.toContain('<script>');
    const [file] = mail.attachments;
    expect([file?.mimeType, file?.disposition]).toEqual(['image/jpeg', 'attachment']);
    expect(file?.filename).toMatch(/^photo-[\da-f-]{36}\.jpg$/);
    const bytes = Buffer.from(file?.content as ArrayBuffer);
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 40, height: 20, exif: undefined });
    expect(bytes.includes('Secret-Camera-42')).toBe(false);
    await until(async () => expect(await waiting()).toEqual([]));
  });

  it('by Telegram comes as the spec words it, the photo with it', async () => {
    const ada = await person(site);
    await ada.send('PUT', '/api/user', { json: { telegram: '@ada_l' } });
    const message = unique();
    const photo = png(
      await sharp({ create: { width: 9, height: 9, channels: 4, background: '#fff' } })
        .png()
        .toBuffer(),
    );
    const fields = { channel: 'telegram', replyTo: '@ada_l', message, about: 'donation' };
    expect((await send({ fields, photo, cookie: ada.cookie() })).status).toBe(200);
    await until(() => expect(inChat(message)).toHaveLength(1));
    const [{ text, file } = { text: '', file: null }] = inChat(message);
    expect(text).toMatch(
      new RegExp(`^New request from @ada_l: ${message}\n\nAnswer by Telegram to: @ada_l\nName: .+\nAbout: a donation`),
    );
    expect(file?.name).toMatch(/^photo-[\da-f-]{36}\.png$/);
    expect((await sharp(file?.bytes).metadata()).width).toBe(9);
  });

  it('that is too long to stand below a photo stands after it', async () => {
    const message = `${unique()} ${'x'.repeat(2_900)}`;
    expect(
      (await send({ fields: { channel: 'telegram', message }, photo: png(await phonePhoto(), 'p.jpg') })).status,
    ).toBe(200);
    await until(() => expect(inChat(message)).toHaveLength(1));
    expect(telegram.to(CHAT).at(-2)?.file?.name).toMatch(/\.jpg$/);
  });

  it('with a photo that would grow beyond what mail servers take has a smaller one', async () => {
    const message = unique();
    const answer = await send({ fields: { channel: 'telegram', message }, photo: png(speckledPng()) });
    expect(answer.body).toEqual({ accepted: true });
    await until(() => expect(inChat(message)).toHaveLength(1));
    const bytes = inChat(message)[0]?.file?.bytes;
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect(bytes?.length).toBeLessThan(5 * 1024 * 1024);
  });

  it('is tried again while the mail server refuses, and arrives once', async () => {
    const message = unique();
    mails.refuseNext(1);
    expect((await send({ fields: { message } })).status).toBe(200);
    const arrived = async () => {
      const texts = await Promise.all(mails.to(SUPPORT).map(async ({ raw }) => (await PostalMime.parse(raw)).text));
      return texts.filter((text) => text?.includes(message)).length;
    };
    await until(async () => {
      pass(2_000);
      expect(await arrived()).toBe(1);
    });
    await until(async () => expect(await waiting()).toEqual([]));
    expect(await arrived()).toBe(1);
  });

  it('is kept when the chat does not take it, until the operator has mended that', async () => {
    const message = unique();
    telegram.will(CHAT, 403);
    expect((await send({ fields: { channel: 'telegram', message } })).status).toBe(200);
    await until(async () =>
      expect(await waiting()).toMatchObject([{ message, last_error: expect.stringContaining('403') }]),
    );
    expect(site.logged()).toContain('is the support chat or address right?');
    pass(400_000);
    await until(async () => expect(await waiting()).toEqual([]));
    expect(inChat(message).map(({ status }) => status)).toEqual([403, 200]);
  });

  it('is in no log', async () => {
    const message = unique();
    await send({ fields: { message, replyTo: 'a-canary@example.org' } });
    await send({ fields: { message, replyTo: 'no address' } });
    expect(site.logged()).not.toContain(message);
    expect(site.logged()).not.toContain('a-canary');
  });
});

it('without a mail server lies in the outbox, by whichever way it was to go', async () => {
  const alone = await testSite({ TRUST_PROXY: 'on' });
  alone.deps.contact.start();
  const message = unique();
  expect((await sendContact(alone, { fields: { channel: 'telegram', replyTo: '@ada_l', message } })).status).toBe(200);
  const folder = join(alone.deps.env.DATA_DIR, 'outbox');
  await until(async () => {
    const [file = ''] = await readdir(folder);
    expect((await PostalMime.parse(await readFile(join(folder, file)))).text).toContain(message);
  });
  await alone.deps.contact.stop();
  await alone.close();
});

describe('S-43: what is refused, in words', () => {
  const exe = Buffer.concat([Buffer.from('MZ\x90\0'), randomBytes(4_000)]);
  const half = async () => (await phonePhoto()).subarray(0, 300);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const zipped = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), svg]);

  it.each([
    ['no channel', { channel: undefined }, 400, /Choose how we should reply/],
    ['another channel', { channel: 'fax' }, 400, /Choose how we should reply/],
    ['five characters', { message: ' 12345 ' }, 400, /Write more than 5 characters/],
    ['a message of 1 MB', { message: 'x'.repeat(1_048_576) }, 400, /at most 3,000 characters, this one has 1,048,576/],
    ['nowhere to answer', { replyTo: '' }, 400, /Please enter a valid email/],
    ['no Telegram name', { channel: 'telegram', replyTo: 'ada l' }, 400, /Enter your Telegram name/],
    ['a Telegram name for a mail', { replyTo: '@ada_l' }, 400, /Please enter a valid email/],
    ['two addresses', { replyTo: 'a@example.org, b@example.org' }, 400, /Please enter a valid email/],
    ['a line end in an address', { replyTo: 'a@example.org\r\nBcc: b@example.org' }, 400, /Please enter a valid email/],
    ['a character that is no text', { message: 'abcdef\0' }, 400, /U\+0000/],
    ['an unknown field', { chat_id: '1' }, 400, /^Send channel, replyTo and message/],
    ['a text for a photo', { photo: 'photo.png' }, 400, /Send the photo as a file/],
  ] as const)('%s', async (...[, fields, status, words]) => {
    const answer = await send({ fields });
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(words)]);
  });

  it.each([
    ['a picture of 6 MB', () => randomBytes(6 * 1024 * 1024), 413, /5 MB/],
    ['one just above 5 MB', () => randomBytes(5 * 1024 * 1024 + 1), 413, /at most 5 MB/],
    ['a program called png', () => exe, 415, /file type is not supported/],
    ['a drawing with a script', () => svg, 415, /file type is not supported/],
    ['a drawing behind the first bytes of a png', () => zipped, 415, /damaged/],
    ['half a photo', half, 415, /damaged/],
    ['30,000 × 30,000 pixels', () => hugePng(30_000), 413, /30000 × 30000 pixels/],
  ] as const)('%s', async (...[, photo, status, words]) => {
    const answer = await send({ photo: png(await photo()) });
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(words)]);
    expect(answer.text).not.toMatch(/sharp|vips|VipsJpeg|node_modules/i);
  });

  it.each([
    ['another kind of body', 'application/json', '{}', 415],
    ['a form that is none', 'multipart/form-data; boundary=x', 'nothing', 400],
    ['a form without its boundary', 'multipart/form-data', 'nothing', 400],
  ])('%s', async (...[, type, body, status]) => {
    const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': unique() };
    expect((await site.app.request('/api/contact', { method: 'POST', headers, body })).status).toBe(status);
  });

  it('leaves nothing behind', async () => {
    await until(async () => expect(await waiting()).toEqual([]));
  });
});

describe('S-44: three messages an hour', () => {
  it('from one address: of 50 at once three arrive, and the others are told when to try again', async () => {
    const message = unique();
    const photo = png(await phonePhoto(), 'p.jpg');
    const all = await Promise.all(
      Array.from({ length: 50 }, () => send({ fields: { message }, photo, address: '192.0.2.7' })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body, headers } of all.filter((one) => one.status !== 200)) {
      expect([status, body.error]).toEqual([
        429,
        expect.stringMatching(/^You have .* Try again in \d+ (minutes?|seconds?)\.$/),
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const before = mails.to(SUPPORT).length;
    await until(async () => expect(await waiting()).toEqual([]));
    expect(mails.to(SUPPORT).length).toBeGreaterThanOrEqual(before);
    await nextHour();
    expect((await send({ fields: { message }, address: '192.0.2.7' })).status).toBe(200);
  });

  it('from one account, wherever it calls from, and from one household of IPv6', async () => {
    const ada = await person(site);
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await send({ cookie: ada.cookie() })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const six = [];
    for (let count = 0; count < 4; count += 1)
      six.push((await send({ address: `2001:db8:1:2:${count}:5:6:7` })).status);
    expect(six).toEqual([200, 200, 200, 429]);
  });

  it('what was refused does not count, but is bounded too', async () => {
    const address = '192.0.2.99';
    const words = [];
    for (let count = 0; count < 31; count += 1)
      words.push((await send({ fields: { message: 'short' }, address })).body.error);
    expect(words.slice(0, 30).every((error) => error?.includes('Write more'))).toBe(true);
    expect(words[30]).toMatch(/^You have tried this too often\. Try again in 10 minutes\.$/);
  });

  it('a photo that is refused does not count; at the limit a message is refused before it is read', async () => {
    const address = '192.0.2.98';
    const damaged = png((await phonePhoto()).subarray(0, 300));
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await send({ photo: damaged, address })).status);
    expect(statuses).toEqual([415, 415, 415, 415]);
    for (let count = 0; count < 3; count += 1) expect((await send({ address })).status).toBe(200);
    expect((await send({ fields: { message: 'short' }, address })).status).toBe(429);
  });
});
