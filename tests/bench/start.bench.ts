import { inTurn, median, type Row, summary } from './measure.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { startBare, startSite } from './site.ts';

const GOAL = 1000;
const ROUNDS = 7;

/** Process start to first 200, on a data folder that exists: bare node:http against the site. */
export async function startRow({ rounds = ROUNDS } = {}): Promise<Row> {
  const data = dataFolder();
  const once = async (start: ReturnType<typeof startSite>) => {
    const { milliseconds, stop } = await start;
    await stop();
    return milliseconds;
  };
  const site = () => once(startSite({ DATA_DIR: data.path }));
  const bare = () => once(startBare());
  try {
    await site();
    const { baselines, products } = await inTurn(rounds, { baseline: bare, product: site });
    const ratio = median(products) / median(baselines);
    return {
      name: 'server start to first 200, existing data folder',
      found: `${summary(products, 'ms')}, ${ratio.toFixed(1)} times node:http's ${summary(baselines, 'ms')}`,
      goal: `under ${GOAL} ms`,
      met: median(products) < GOAL,
      ratio,
    };
  } finally {
    data.remove();
  }
}
