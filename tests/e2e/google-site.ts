import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oidcSite } from '../doubles/oidc-site.ts';
import { mailsLieIn } from './pages/outbox.ts';
import { freePort, serverProcess } from '../setup/process.ts';

/** A whole site of its own that takes this test's OpenID provider for Google. */
export async function googleSite() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-google-site-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const google = await oidcSite(origin);
  mailsLieIn(origin, dataDir);
  const server = await serverProcess({ PORT: port, PUBLIC_URL: origin, DATA_DIR: dataDir, ...google.variables });
  return {
    origin,
    google,
    async close() {
      await server.stop();
      await google.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type GoogleSite = Awaited<ReturnType<typeof googleSite>>;
