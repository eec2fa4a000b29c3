import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function address(dataDir: string): string {
  const name = `tandem-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/**
 * One server a data folder: held by a listening socket, which the kernel takes back however the process ends.
 * Throws an Error with a sentence for a person when another server holds it.
 */
export function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken
          ? new Error(
              `Another Tandem server is already running on the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
            )
          : error,
      );
    });
    server.listen(address(dataDir), () => {
      server.unref();
      resolve(() => new Promise((done) => void server.close(() => done())));
    });
  });
}
