import { openHoldings } from '../../../server/features/orders/store/external-changes.store.ts';
import { workStore } from '../../../server/features/orders/store/work.store.ts';
import { cpuOf } from '../../rehearsal/measures.ts';
import type { ManySite } from '../../rehearsal/site.ts';
import { multiplyBlocks } from '../many-blocks.ts';
import type { Cpu } from './cost.ts';

const TIMES = 30;
const ROUNDS = 10;

/** What each engine reads of an open block each minute, also of other engines' people, ms: too little to be seen next to the rest. */
export async function readOpenBlocks({ db, sql, engines }: ManySite): Promise<Cpu> {
  for (const engine of engines) await engine.stop();
  await multiplyBlocks({ sql }, TIMES - 1);
  await sql`analyze`;
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'postgres.js'`;
  const inSql = () => backends.reduce((total, { pid }) => total + cpuOf(pid), 0);
  const store = workStore(db);
  const [sqlBefore, before] = [inSql(), process.cpuUsage()];
  let read = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    read += (await store.open()).length;
    await store.live();
    await openHoldings(db);
  }
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000 / read, sql: (inSql() - sqlBefore) / read };
}
