import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailListener } from '../doubles/mail-listener.ts';
import { freePort, serverProcess } from '../setup/process.ts';

/** A whole site of its own whose mails come to this test. Each test says from which network it calls. */
export async function mailSite() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-mail-site-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const mails = await mailListener();
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const variables = { PORT: port, PUBLIC_URL: origin, DATA_DIR: dataDir, SMTP_URL: mails.url, TRUST_PROXY: 'on' };
  const server = await serverProcess(variables);
  return {
    origin,
    mails,
    async close() {
      await server.stop();
      await mails.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type MailSite = Awaited<ReturnType<typeof mailSite>>;
