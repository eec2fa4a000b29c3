import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from '../setup/data-folder.ts';
import { testDatabase } from '../setup/database.ts';
import { freePort, serverProcess } from '../setup/process.ts';
import { type Control, paperControl } from './paper-control.ts';
import { type trader, visitor } from './visitor.ts';

type Trader = Awaited<ReturnType<typeof trader>>;

/** A site and its paper exchange in one process of their own, which may be killed or stopped, and is started again as it was. */
export async function paperProcess() {
  const database = await testDatabase();
  const folder = dataFolder();
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    PORT: String(await freePort()),
    PAPER_CONTROL: 'on',
  };
  let server = await serverProcess(variables);
  const control: Control = async (what, body) => {
    const paperControlUrl = await readFile(join(folder.path, 'paper-control.url'), 'utf8');
    await paperControl({ deps: { paperControlUrl } })(what, body);
  };
  return {
    database,
    control,
    price: (at: string) => control('price', { symbol: 'XRPUSDT', price: at }),
    server: () => server,
    /** The plug is pulled; something is done, or waited for, while it is down. */
    async crash(meanwhile?: () => Promise<unknown>): Promise<void> {
      await server.kill();
      await meanwhile?.();
      server = await serverProcess(variables);
    },
    /** It ends in order; something is done while it is down. */
    async restart(meanwhile: () => Promise<unknown>): Promise<void> {
      await server.stop();
      await meanwhile();
      server = await serverProcess(variables);
    },
    /** The same person, at whatever server is up now. */
    as(who: Trader) {
      const now = visitor(server);
      now.useCookie(who.cookie());
      return now;
    },
    async close(): Promise<void> {
      await server.stop();
      await database.close();
      folder.remove();
    },
  };
}
export type PaperProcess = Awaited<ReturnType<typeof paperProcess>>;
