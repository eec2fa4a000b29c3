import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, serverProcess } from '../setup/process.ts';

type Running = Awaited<ReturnType<typeof serverProcess>>;
export type Ending = 'SIGKILL' | 'SIGTERM' | 'SIGSTOP';

/** How long a process is held by SIGSTOP. */
const HELD_MS = 15_000;

/** A process that is started again whenever it ends, as systemd does. */
export async function supervise(name: string, folder: string, variables: Record<string, string>) {
  const port = await freePort();
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o755 });
  const start = () => serverProcess({ ...variables, DATA_DIR: dataDir, PORT: String(port) });
  let running: Running = await start();
  return {
    name,
    port,
    dataDir,
    pid: () => running.child.pid ?? 0,
    /** Ends it, or holds it for a while; resolves once it works again. */
    async end(how: Ending): Promise<void> {
      if (how === 'SIGSTOP') {
        running.child.kill('SIGSTOP');
        await sleep(HELD_MS);
        running.child.kill('SIGCONT');
        return;
      }
      await (how === 'SIGKILL' ? running.kill() : running.stop());
      running = await start();
    },
    stop: () => running.stop(),
    output: () => running.output(),
  };
}
export type Supervised = Awaited<ReturnType<typeof supervise>>;
