import { setTimeout as pause } from 'node:timers/promises';
import type { Big } from 'big.js';
import { Pool } from 'undici';
import { createPaperKey } from '#contracts/key-edits.ts';
import { cpuMeter } from './cpu.ts';
import { median, percentile, type Row, summary } from './measure.ts';
import { type Account, bareBuy, type Person, placeBuy, pricesBelow, stranger } from './resting-buys.ts';
import { freePort, ownSite } from './site.ts';

const PEOPLE = 60;
/** Of each person in a round, one after another. */
const ORDERS = 10;
const ROUNDS = 5;
const WARM_UP = 2;
/** A person may place 30 orders in 10 s. Meanwhile what the orders before left to do is done. Ms. */
const BETWEEN_ROUNDS = 4000;
const GOAL = 600;
const GOAL_SPREAD = 4;

interface Presser {
  person: Person;
  /** A second account of theirs, used without the site. */
  account: Account;
  nextPrice: () => Big;
}

async function newPresser(origin: string): Promise<Presser> {
  const person = await stranger(origin);
  await person.openPaperKey('Bench');
  return { person, account: await person.call(createPaperKey), nextPrice: await pricesBelow(person) };
}

type Place = (presser: Presser) => Promise<unknown>;

/** Orders a second of all together, how long each took, and CPU of one, ms. */
async function pressed(pressers: readonly Presser[], cpu: () => number, place: Place) {
  const times: number[] = [];
  const [began, before] = [performance.now(), cpu()];
  await Promise.all(
    pressers.map(async (presser) => {
      for (let order = 0; order < ORDERS; order += 1) {
        const from = performance.now();
        await place(presser);
        times.push(performance.now() - from);
      }
    }),
  );
  return {
    perSecond: (times.length * 1000) / (performance.now() - began),
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    cpu: (cpu() - before) / times.length,
  };
}
type Pressed = Awaited<ReturnType<typeof pressed>>;

const barely =
  (exchange: Pool): Place =>
  async ({ account, nextPrice }) => {
    const { statusCode, body } = await exchange.request(bareBuy(account, nextPrice()));
    const said = await body.text();
    if (statusCode !== 200) throw new Error(`The exchange answered ${statusCode} ${said}`);
  };

function rowOf(floor: readonly Pressed[], own: readonly Pressed[]): Row {
  const all = (of: readonly Pressed[], what: keyof Pressed, unit: string) =>
    summary(
      of.map((each) => each[what]),
      unit,
    );
  const rate = median(own.map(({ perSecond }) => perSecond));
  const spread = median(own.map(({ p50, p99 }) => p99 / p50));
  const ratio = median(own.map(({ cpu }, round) => cpu / (floor[round]?.cpu ?? 0)));
  const times = `p50 ${all(own, 'p50', 'ms')}, p99 ${all(own, 'p99', 'ms')}, ${spread.toFixed(1)} times p50`;
  const costs = `CPU ${ratio.toFixed(2)} times the bare order's: ${all(own, 'cpu', 'ms')} against ${all(floor, 'cpu', 'ms')}`;
  return {
    name: `orders of ${PEOPLE} people at once, paper exchange included`,
    found: `${all(own, 'perSecond', 'orders/s')}, sent straight to the exchange ${all(floor, 'perSecond', 'orders/s')}; ${times}; ${costs}`,
    goal: `at least ${GOAL} orders/s, p99 under ${GOAL_SPREAD} times p50`,
    met: rate >= GOAL && spread < GOAL_SPREAD,
    ratio,
  };
}

/** Each person presses again as soon as the order before is accepted, against the same orders sent straight to the exchange. */
export async function crowdOrderRow({ warmUp = WARM_UP, rounds = ROUNDS } = {}): Promise<Row> {
  const paperPort = await freePort();
  await using site = await ownSite({ PAPER_PORT: String(paperPort), PAPER_WEIGHT: '1000000' });
  const exchange = new Pool(`http://127.0.0.1:${paperPort}`, { connections: PEOPLE });
  const pressers: Presser[] = [];
  while (pressers.length < PEOPLE) pressers.push(await newPresser(site.origin));
  const cpu = cpuMeter(site.pid, site.folder);
  const [floor, own]: [Pressed[], Pressed[]] = [[], []];
  try {
    for (let round = -warmUp; round < rounds; round += 1) {
      await pause(BETWEEN_ROUNDS);
      const bare = await pressed(pressers, cpu, barely(exchange));
      const ours = await pressed(pressers, cpu, ({ person, nextPrice }) => placeBuy(person, nextPrice()));
      if (round < 0) continue;
      floor.push(bare);
      own.push(ours);
    }
  } finally {
    await exchange.close();
  }
  return rowOf(floor, own);
}
