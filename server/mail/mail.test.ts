import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailListener, silentListener } from '../../tests/doubles/mail-listener.ts';
import { until } from '../../tests/setup/until.ts';
import { createLog } from '../lib/log.ts';
import { createMailer, letter } from './index.ts';
import { sendMail } from './send-mail.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const mailFrom = 'Tandem <no-reply@tandem.example>';
const note = letter({
  title: 'A <new> device',
  paragraphs: ['Somebody & you signed in.', 'Not you? Change it.'],
  link: { label: 'Open "it"', url: 'https://tandem.example/account?a=1&b=2' },
});

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-mail-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function mailer(smtpUrl?: string) {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const made = createMailer({ smtpUrl, mailFrom, dataDir, log, clock: () => NOW });
  return { ...made, said: (text: string) => lines.filter((line) => line.includes(text)).length };
}

describe('the mailer', () => {
  it('brings text and HTML that say the same to the mail server', async () => {
    const listener = await mailListener();
    const post = mailer(listener.url);
    await post.send({ to: 'ada@example.org', ...note });
    await post.close();
    const mail = await listener.mailTo('ada@example.org');
    expect(mail.from?.address).toBe('no-reply@tandem.example');
    expect(mail.subject).toBe('A <new> device');
    expect(mail.date).toBe(new Date(NOW).toISOString());
    expect(mail.text).toContain('Somebody & you signed in.');
    expect(mail.text).toContain('Open "it": https://tandem.example/account?a=1&b=2');
    expect(mail.html).toContain('Somebody &amp; you signed in.');
    expect(mail.html).toContain('href="https://tandem.example/account?a=1&amp;b=2"');
    expect(mail.html).not.toContain('<new>');
    await listener.close();
  });

  it('takes what stands in an address as one address', async () => {
    const listener = await mailListener();
    const post = mailer(listener.url);
    await post.send({ to: 'a@example.org, b@example.org', ...note }).catch(() => null);
    await post.close();
    expect(listener.to('b@example.org')).toEqual([]);
    await listener.close();
  });

  it('throws when the mail server refuses', async () => {
    const listener = await mailListener();
    const post = mailer(listener.url);
    listener.refuseNext(1);
    await expect(post.send({ to: 'ada@example.org', ...note })).rejects.toThrow(/Try again later/);
    await post.close();
    await listener.close();
  });

  it('F-27: a stop does not wait for a mail server that hangs', async () => {
    const hanging = await silentListener();
    const post = mailer(hanging.url);
    const sending = post.send({ to: 'ada@example.org', ...note });
    const outcome = expect(sending).rejects.toThrow();
    await until(() => expect(hanging.connections()).toBe(1));
    await post.close();
    await outcome;
    await hanging.close();
  });

  it('F-27: a mail that is under way at a stop counts as sent once the mail server took it', async () => {
    const listener = await mailListener();
    const post = mailer(listener.url);
    const answer = listener.hold();
    const stopping = new AbortController();
    const outcome = sendMail(post, { to: 'ada@example.org', ...note }, stopping.signal);
    await until(() => expect(listener.to('ada@example.org')).toHaveLength(1));
    stopping.abort();
    answer();
    expect(await outcome).toEqual({ outcome: 'sent' });
    await post.close();
    await listener.close();
  });

  it('F-27: a mail that is broken off at a stop does not come after all', async () => {
    const listener = await mailListener();
    const post = mailer(listener.url);
    const greet = listener.holdGreetings();
    const stopping = new AbortController();
    const outcome = sendMail(post, { to: 'ada@example.org', ...note }, stopping.signal);
    await until(() => expect(listener.connections()).toBe(1));
    stopping.abort();
    expect(await outcome).toMatchObject({ outcome: 'later' });
    greet();
    await post.close();
    await listener.close();
    expect(listener.to('ada@example.org')).toEqual([]);
  });

  it('S-50 without a mail server writes files that no other account reads, and the log says where each lies', async () => {
    const post = mailer();
    await post.send({ to: 'ada@example.org', ...note });
    await post.send({ to: 'bob@example.org', ...note });
    await post.close();
    const folder = join(dataDir, 'outbox');
    const files = (await readdir(folder)).toSorted();
    expect(files).toHaveLength(2);
    const first = join(folder, files[0] ?? '');
    expect((await stat(first)).mode % 0o1000).toBe(0o600);
    const mail = await PostalMime.parse(await readFile(first));
    expect(mail.to?.[0]?.address).toBe('ada@example.org');
    expect(mail.subject).toBe('A <new> device');
    for (const file of files) expect(post.said(file), file).toBe(1);
  });
});
