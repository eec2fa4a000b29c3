import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailsLieIn } from './pages/outbox.ts';
import { freePort, serverProcess } from '../setup/process.ts';

/** A whole site of its own: what is done to it concerns no other test. */
export async function ownSite(variables: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-own-site-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  mailsLieIn(origin, dataDir);
  const server = await serverProcess({ PORT: port, PUBLIC_URL: origin, DATA_DIR: dataDir, ...variables });
  return {
    origin,
    dataDir,
    async close() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
