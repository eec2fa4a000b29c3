import { afterAll, beforeAll, expect, it } from 'vitest';
import PostalMime from 'postal-mime';
import { mailListener, type MailListener } from '../../../../tests/doubles/mail-listener.ts';
import { person } from '../../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

/** Longer than a lease. */
const LONG = 31_000;
const { clock, pass } = shiftedClock();
let mails: MailListener;
let site: TestSite;
beforeAll(async () => {
  mails = await mailListener();
  site = await testSite({ SMTP_URL: mails.url }, clock);
});
afterAll(async () => {
  await site.close();
  await mails.close();
});

async function owner() {
  const { email } = await person(site);
  await mails.mailTo(email, { subject: 'Prove your address' });
  const [{ user_id: userId = '' } = {}] = await site.database.sql`select user_id from users where email = ${email}`;
  return {
    arrived: () => mails.to(email).length - 1,
    sent: async () => Promise.all(mails.to(email).map(({ raw }) => PostalMime.parse(raw))),
    /** A notice of the account. */
    tell: () => site.deps.audit.record(userId, 'two-factor-on', { device: 'Chrome on Linux', address: '198.51.100.7' }),
    rows: () =>
      site.database.sql`select state, attempts from deliveries where user_id = ${userId} and channel = 'mail'`,
  };
}

/** The worker has looked for what is due, and brought it. */
async function lookedAgain(): Promise<void> {
  const other = await owner();
  await other.tell();
  await until(() => expect(other.arrived()).toBe(1));
}

it('F-27: a mail whose answer takes longer than its lease is sent once', async () => {
  const ada = await owner();
  const answer = mails.hold();
  await ada.tell();
  await until(() => expect(ada.arrived()).toBe(1));
  pass(LONG);
  await lookedAgain();
  answer();
  await until(async () => expect(await ada.rows()).toMatchObject([{ state: 'sent', attempts: 1 }]));
  expect(ada.arrived()).toBe(1);
});

it('F-27: a mail is sent once, though the database did not take down at first that it was', async () => {
  const ada = await owner();
  await site.database.sql`create function refused() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`;
  await site.database.sql`create trigger refused before update on deliveries
    for each row when (new.state = 'sent') execute function refused()`;
  await ada.tell();
  await until(() => expect(site.logged()).toContain('P0001'));
  await site.database.sql`drop function refused cascade`;
  pass(LONG);
  await lookedAgain();
  await until(async () => expect(await ada.rows()).toMatchObject([{ state: 'sent', attempts: 1 }]));
  expect(ada.arrived()).toBe(1);
});

it('F-27: a mail that is sent again is recognized by its id', async () => {
  const ada = await owner();
  mails.denyNext(1);
  await ada.tell();
  await until(async () => expect(await ada.rows()).toMatchObject([{ state: 'sent', attempts: 2 }]));
  const [, first, second] = await ada.sent();
  expect(first?.messageId).toMatch(/^<[\w-]+@/);
  expect(second?.messageId).toBe(first?.messageId);
});
