import { inTurn, median, type Row, summary } from './measure.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { startBare, startSite } from './site.ts';

const GOAL = 3000;
const GOAL_RATIO = 40;
const ROUNDS = 10;

/** E-05, D-03: from the start after `kill -9` to ready again, on a site that was never stopped in order. */
export async function killedRow({ rounds = ROUNDS } = {}): Promise<Row> {
  const data = dataFolder();
  const start = () => startSite({ DATA_DIR: data.path }, { path: '/readyz' });
  let site = await start();
  const product = async () => {
    await site.kill();
    site = await start();
    return site.milliseconds;
  };
  const baseline = async () => {
    const { milliseconds, stop } = await startBare();
    await stop();
    return milliseconds;
  };
  try {
    const { baselines, products } = await inTurn(rounds, { baseline, product });
    const ratio = median(products) / median(baselines);
    const worst = Math.max(...products);
    return {
      name: `kill -9 to ready again, ${rounds} times`,
      found: `${summary(products, 'ms')}, ${ratio.toFixed(1)} times node:http's ${summary(baselines, 'ms')}`,
      goal: `worst under ${GOAL} ms and at most ${GOAL_RATIO} times`,
      met: worst < GOAL && ratio <= GOAL_RATIO,
      ratio,
    };
  } finally {
    await site.stop();
    data.remove();
  }
}
