import { inTurn, median, percentile, type Row, summary } from '../measure.ts';
import { openCrowd } from './crowd.ts';

const GOAL_RATIO = 1.25;
const GOAL_LAST_BYTE = 250;
const GOAL_KILOBYTES = 15;
const SOCKETS = 5000;
const MOST_SOCKETS = 10_000;
const EVERY = 250;
const ROUNDS = 7;
const TICKS_A_ROUND = 10;
/** Until the code is compiled and buffers have their size. */
const WARM_UP = 20;
const TICKS_A_P99 = 20;

/** CPU of a message to a socket, against a frame that ws made once for all. */
export async function liveRatioRow({ sockets = SOCKETS, rounds = ROUNDS } = {}): Promise<Row> {
  using product = await openCrowd({ kind: 'tandem', sockets, every: EVERY });
  using floor = await openCrowd({ kind: 'ws', sockets, every: EVERY });
  await product.tick(WARM_UP);
  await floor.tick(WARM_UP);
  const cpuOf = (crowd: typeof product) => async () => (await crowd.tick(TICKS_A_ROUND)).cpu;
  const { baselines, products } = await inTurn(rounds, { baseline: cpuOf(floor), product: cpuOf(product) });
  const ratio = median(products) / median(baselines);
  return {
    name: `live channel: server CPU a message and socket, ${sockets} sockets at ${1000 / EVERY} ticks a second`,
    found: `${summary(products, 'µs')}, ${ratio.toFixed(2)} times ws with one shared frame, ${summary(baselines, 'µs')}`,
    goal: `at most ${GOAL_RATIO} times`,
    met: ratio <= GOAL_RATIO,
    ratio,
  };
}

/** The delay of most sockets, and their memory, each compared with that of bare ws. */
async function crowdRows(): Promise<Row[]> {
  using product = await openCrowd({ kind: 'tandem', sockets: MOST_SOCKETS, every: EVERY });
  using floor = await openCrowd({ kind: 'ws', sockets: MOST_SOCKETS, every: EVERY });
  const p99Of = (crowd: typeof product) => async () => percentile((await crowd.tick(TICKS_A_P99)).delays, 99);
  await product.tick(WARM_UP);
  await floor.tick(WARM_UP);
  const { baselines, products } = await inTurn(ROUNDS, { baseline: p99Of(floor), product: p99Of(product) });
  const [kilobytes, bare] = [product.bytes / 1000, floor.bytes / 1000];
  return [
    {
      name: `live channel: tick to last byte at the last of ${MOST_SOCKETS} sockets, ${1000 / EVERY} ticks a second, p99`,
      found: `${summary(products, 'ms')}, ws with one shared frame ${summary(baselines, 'ms')}`,
      goal: `under ${GOAL_LAST_BYTE} ms`,
      met: median(products) < GOAL_LAST_BYTE,
    },
    {
      name: `live channel: memory of a socket with a page's subscriptions, ${MOST_SOCKETS} sockets`,
      found: `${kilobytes.toFixed(1)} kB, bare ws ${bare.toFixed(1)} kB`,
      goal: `under ${GOAL_KILOBYTES} kB`,
      met: kilobytes < GOAL_KILOBYTES,
    },
  ];
}

export const liveRows = async (): Promise<Row[]> => [await liveRatioRow(), ...(await crowdRows())];
