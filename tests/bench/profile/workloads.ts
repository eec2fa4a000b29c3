import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { dataFolder } from '../../setup/data-folder.ts';
import { openGroup } from '../copies.bench.ts';
import { cpuMeter, postgresMeter } from '../cpu.ts';
import { openCrowd } from '../live/crowd.ts';
import type { Row } from '../measure.ts';
import { openPushes } from '../push.bench.ts';
import { read, READS, readersOf } from '../reads.bench.ts';
import { placeBuy, pricesBelow, stranger } from '../resting-buys.ts';
import { freePort, startProcess } from '../site.ts';
import { inspecting, ownProfiler, profilerAt } from './profiler.ts';
import { profiled } from './profiled.ts';

const READERS = 24;
/** Of each reader: a person may make 300 calls in 10 s. */
const CALLS = 250;
const WINDOW = 10_000;
const PEOPLE = 8;
/** Of each person: they may place 30 in 10 s. */
const ORDERS = 25;
const COPIES = 19;
const PRESSES = 15;
/** All copies of a press are accepted meanwhile. */
const BETWEEN_PRESSES = 700;
const SOCKETS = 1000;
const EVERY = 100;
const TICKS = 100;
const PUSHES = 20_000;

type Site = Awaited<ReturnType<typeof openSite>>;

/** From the sources, so that a profile names their files. */
async function openSite() {
  const data = dataFolder();
  const port = await freePort();
  const env = { DATA_DIR: data.path, PAPER_WEIGHT: '1000000', TRUST_PROXY: 'on' };
  const site = await startProcess([...inspecting(port), 'server/main.ts'], env, { path: '/readyz' });
  const profiler = await profilerAt(port);
  const close = async () => {
    profiler.close();
    await site.stop();
    data.remove();
  };
  const of = { profiler, pid: site.pid, postgres: postgresMeter(data.path) };
  return { ...site, folder: data.path, of, [Symbol.asyncDispose]: close };
}

async function profileReads(): Promise<void> {
  await using site = await openSite();
  const cookies = await readersOf(site, READERS);
  const pool = new Pool(site.origin, { connections: READERS, pipelining: 1 });
  const served = { pool, cpu: cpuMeter(site.pid, site.folder) };
  for (const { name, path } of READS) {
    await pause(WINDOW);
    await read(served, path, { cookies, calls: 40 });
    await profiled({ name, ...site.of }, async () => {
      await read(served, path, { cookies, calls: CALLS });
      return READERS * CALLS;
    });
  }
  await pool.close();
}

/** One after another. */
async function placeOrders({ origin }: Site, people: number): Promise<() => Promise<number>> {
  const pressers: {
    person: Awaited<ReturnType<typeof stranger>>;
    nextPrice: Awaited<ReturnType<typeof pricesBelow>>;
  }[] = [];
  while (pressers.length < people) {
    const person = await stranger(origin);
    await person.openPaperKey('Bench');
    pressers.push({ person, nextPrice: await pricesBelow(person) });
  }
  return async () => {
    for (const { person, nextPrice } of pressers)
      for (let order = 0; order < ORDERS; order += 1) await placeBuy(person, nextPrice());
    return people * ORDERS;
  };
}

async function profileOrders(): Promise<void> {
  await using site = await openSite();
  const [warmUp, work] = [await placeOrders(site, PEOPLE), await placeOrders(site, PEOPLE)];
  await warmUp();
  await profiled({ name: 'an order', ...site.of }, work);
}

async function profileCopies(): Promise<void> {
  await using site = await openSite();
  const person = await stranger(site.origin);
  await openGroup(person, COPIES);
  const nextPrice = await pricesBelow(person);
  const press = async () => {
    for (let presses = 0; presses < PRESSES; presses += 1) {
      await placeBuy(person, nextPrice());
      await pause(BETWEEN_PRESSES);
    }
    return PRESSES;
  };
  await press();
  await profiled({ name: `an order with ${COPIES} copies`, ...site.of }, press);
}

async function profileLive(): Promise<void> {
  const port = await freePort();
  using crowd = await openCrowd({ kind: 'tandem', sockets: SOCKETS, every: EVERY, options: inspecting(port) });
  const profiler = await profilerAt(port);
  await crowd.tick(TICKS);
  await profiled({ name: `a tick to ${SOCKETS} sockets`, profiler, pid: crowd.pid }, async () => {
    await crowd.tick(TICKS);
    return TICKS;
  });
  profiler.close();
}

async function profilePushes(): Promise<void> {
  const push = openPushes();
  const work = async () => {
    for (let sent = 0; sent < PUSHES; sent += 1) await push();
    return PUSHES;
  };
  await work();
  const profiler = await ownProfiler();
  await profiled({ name: 'a push', profiler, pid: process.pid }, work);
  profiler.close();
}

const PROFILES = {
  reads: profileReads,
  order: profileOrders,
  copies: profileCopies,
  live: profileLive,
  push: profilePushes,
};

/** Where the time goes in each of these: printed, without a goal to meet. */
export const profiles: Record<string, () => Promise<Row[]>> = Object.fromEntries(
  Object.entries(PROFILES).map(([name, profile]) => [
    `profile-${name}`,
    async () => {
      await profile();
      return [];
    },
  ]),
);
