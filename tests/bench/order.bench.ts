import type { Big } from 'big.js';
import { createPaperKey } from '#contracts/keys.ts';
import { inTurn, median, type Row, summary, timed } from './measure.ts';
import { bareBuy, placeBuy, pricesBelow, stranger } from './resting-buys.ts';
import { freePort, ownSite } from './site.ts';

const GOAL = 10;
const ROUNDS = 7;
const ORDERS = 20;
/** Rounds before the first: in a server that runs, PostgreSQL has kept its plans. */
const WARM_UP = 4;

async function medianOrder(nextPrice: () => Big, place: (price: Big) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    const price = nextPrice();
    times.push(await timed(() => place(price)));
  }
  return median(times);
}

async function bareOrders(site: string, exchange: string): Promise<number> {
  const person = await stranger(site);
  const account = await person.call(createPaperKey);
  return medianOrder(await pricesBelow(person), async (price) => {
    const { path, ...request } = bareBuy(account, price);
    const answer = await fetch(`${exchange}${path}`, request);
    if (!answer.ok) throw new Error(`The exchange answered ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  });
}

async function ourOrders(site: string): Promise<number> {
  const person = await stranger(site);
  await person.openPaperKey('Bench');
  return medianOrder(await pricesBelow(person), (price) => placeBuy(person, price));
}

/** An order through the site against the same order sent straight to the exchange, medians of twenty. */
export async function orderRow(): Promise<Row> {
  const paperPort = await freePort();
  const exchange = `http://127.0.0.1:${paperPort}`;
  await using site = await ownSite({ PAPER_PORT: String(paperPort) });
  const { origin } = site;
  const both = { baseline: () => bareOrders(origin, exchange), product: () => ourOrders(origin) };
  await inTurn(WARM_UP, both);
  const { baselines, products } = await inTurn(ROUNDS, both);
  const overheads = products.map((product, round) => product - (baselines[round] ?? 0));
  return {
    name: "an order's own overhead over the exchange's bare answer, p50",
    found: `${summary(overheads, 'ms')}, over the exchange's ${summary(baselines, 'ms')}`,
    goal: `under ${GOAL} ms`,
    met: median(overheads) < GOAL,
  };
}
