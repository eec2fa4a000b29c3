import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mailListener } from '../../../tests/doubles/mail-listener.ts';
import { sendContact } from '../../../tests/factories/contact-form.ts';
import { testDatabase } from '../../../tests/setup/database.ts';
import { freePort, serverProcess } from '../../../tests/setup/process.ts';
import { testSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const SUPPORT = 'support@tandem.example';

it('a message that was accepted arrives after a kill and a new start', async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-contact-'));
  const mailPort = await freePort();
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    SUPPORT_MAIL: SUPPORT,
  };
  const first = await serverProcess(variables);
  expect((await sendContact(first, { fields: { message: 'Kept through the kill.' } })).body).toEqual({
    accepted: true,
  });
  await first.kill();
  const [kept] = await database.sql`select message from support_messages`;
  expect(kept).toEqual({ message: 'Kept through the kill.' });

  const mails = await mailListener({ port: mailPort });
  // The lease of the killed process expires after half a minute.
  await database.sql`update support_messages set lease_until = null, next_at = 0`;
  const second = await testSite(variables);
  second.deps.contact.start();
  expect((await mails.mailTo(SUPPORT)).text).toContain('Kept through the kill.');
  await until(async () => expect(await database.sql`select 1 from support_messages`).toHaveLength(0));
  expect(mails.to(SUPPORT)).toHaveLength(1);
  await second.deps.contact.stop();
  await second.close();
  await mails.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
