import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another process holds the data folder. */
export class DataDirTaken extends Error {}

function address(dataDir: string, purpose: string): string {
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24);
  const name = `tandem-${hash}${purpose}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** A listening socket: the kernel releases it however the process ends. */
function hold(place: string, taken: string): Promise<() => Promise<void>> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new DataDirTaken(taken) : error),
    );
    server.listen(place, () => {
      server.unref();
      resolve(() => new Promise((done) => void server.close(() => done())));
    });
  });
}

/** One server per data folder. Throws DataDirTaken, with a sentence for the operator, when another server holds it. */
export const lockDataDir = (dataDir: string) =>
  hold(
    address(dataDir, ''),
    `Another Tandem server is already running on the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  );

/** One rotation of the master key at a time, while the server runs. */
export const lockMasterKey = (dataDir: string) =>
  hold(address(dataDir, '-master-key'), `The master key in ${dataDir} is being replaced already.`);
