import type { Big } from 'big.js';
import { createPaperKey } from '#contracts/key-edits.ts';
import { cpuMeter } from './cpu.ts';
import { median, type Row, summary, timed } from './measure.ts';
import { bareBuy, placeBuy, pricesBelow, stranger } from './resting-buys.ts';
import { freePort, ownSite } from './site.ts';

const GOAL = 6;
const ROUNDS = 7;
const ORDERS = 20;
/** Rounds before the first: in a server that runs, PostgreSQL has kept its plans. */
const WARM_UP = 4;

interface Ordered {
  /** Of one order, the median, ms. */
  time: number;
  /** Of the site with its exchange, and of PostgreSQL, of one order, ms. */
  cpu: number;
}

async function ordered(cpu: () => number, nextPrice: () => Big, place: (price: Big) => Promise<unknown>) {
  const times: number[] = [];
  const before = cpu();
  for (let index = 0; index < ORDERS; index += 1) {
    const price = nextPrice();
    times.push(await timed(() => place(price)));
  }
  return { time: median(times), cpu: (cpu() - before) / ORDERS };
}

interface Place {
  origin: string;
  exchange: string;
  cpu: () => number;
}

async function bareOrders({ origin, exchange, cpu }: Place): Promise<Ordered> {
  const person = await stranger(origin);
  const account = await person.call(createPaperKey);
  return ordered(cpu, await pricesBelow(person), async (price) => {
    const { path, ...request } = bareBuy(account, price);
    const answer = await fetch(`${exchange}${path}`, request);
    if (!answer.ok) throw new Error(`The exchange answered ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  });
}

async function ourOrders({ origin, cpu }: Place): Promise<Ordered> {
  const person = await stranger(origin);
  await person.openPaperKey('Bench');
  return ordered(cpu, await pricesBelow(person), (price) => placeBuy(person, price));
}

/** An order through the site against the same order sent straight to the exchange, medians of twenty. */
export async function orderRow({ warmUp = WARM_UP, rounds = ROUNDS } = {}): Promise<Row> {
  const paperPort = await freePort();
  await using site = await ownSite({ PAPER_PORT: String(paperPort) });
  const exchange = `http://127.0.0.1:${paperPort}`;
  const place = { origin: site.origin, exchange, cpu: cpuMeter(site.pid, site.folder) };
  const bare: Ordered[] = [];
  const own: Ordered[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const [first, second] = [await bareOrders(place), await ourOrders(place)];
    if (round < 0) continue;
    bare.push(first);
    own.push(second);
  }
  const overheads = own.map(({ time }, round) => time - (bare[round]?.time ?? 0));
  const ratio = median(own.map(({ cpu }, round) => cpu / (bare[round]?.cpu ?? 0)));
  const cpuOf = (all: readonly Ordered[]) =>
    summary(
      all.map(({ cpu }) => cpu),
      'ms',
    );
  const exchanges = summary(
    bare.map(({ time }) => time),
    'ms',
  );
  return {
    name: "an order's own overhead over the exchange's bare answer, p50",
    found: `${summary(overheads, 'ms')}, over the exchange's ${exchanges}; CPU ${ratio.toFixed(2)} times the bare order's: ${cpuOf(own)} against ${cpuOf(bare)}`,
    goal: `under ${GOAL} ms`,
    met: median(overheads) < GOAL,
    ratio,
  };
}
