import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder } from '../setup/data-folder.ts';
import { inTurn, median, type Row, summary } from './measure.ts';
import { residentMegabytes } from './resident.ts';
import { startBare, startSite } from './site.ts';

const GOAL = 150;
const ROUNDS = 5;
/** After it is ready, ms. */
const RESTED = 10_000;

/** Resident memory of a server that nobody uses, its paper exchange included, PostgreSQL apart, against bare node:http. */
export async function atRestRow({ rounds = ROUNDS } = {}): Promise<Row> {
  const data = dataFolder();
  const resting = async (start: ReturnType<typeof startBare>) => {
    const { pid, stop } = await start;
    await pause(RESTED);
    const megabytes = residentMegabytes(pid);
    await stop();
    return megabytes;
  };
  const product = () => resting(startSite({ DATA_DIR: data.path }, { path: '/readyz' }));
  const baseline = () => resting(startBare());
  try {
    const { stop } = await startSite({ DATA_DIR: data.path });
    await stop();
    const { baselines, products } = await inTurn(rounds, { baseline, product });
    const ratio = median(products) / median(baselines);
    return {
      name: 'memory of a server at rest, PostgreSQL apart',
      found: `${summary(products, 'MB')}, ${ratio.toFixed(1)} times node:http's ${summary(baselines, 'MB')}`,
      goal: `under ${GOAL} MB`,
      met: median(products) < GOAL,
      ratio,
    };
  } finally {
    data.remove();
  }
}
