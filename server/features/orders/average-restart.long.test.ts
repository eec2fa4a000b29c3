import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { disagreements } from '../../../tests/factories/both-books.ts';
import { paperProcess, type PaperProcess } from '../../../tests/factories/paper-process.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { printSeedOnFailure, SEED } from '../../../tests/setup/seed.ts';
import { randomFrom } from '../../exchanges/paper/market/random.ts';

const MOVES = 16;
const inTime = { timeout: 90_000, interval: 200 };
const pair = { market: 'binance', symbolName: 'xrp_usdt' };
const BOTH = { takeProfitPrice: 0.56, stopLossPrice: 0.47 };
const { uniform: next } = randomFrom(`${SEED}`);
printSeedOnFailure();

let site: PaperProcess;
beforeAll(async () => {
  site = await paperProcess();
});
afterAll(() => site.close());

interface Row {
  blockId: string;
  status: string;
  books: { base: number; counter: number };
  firstFilledQuantity: number;
  protection: string;
}
type Trader = Awaited<ReturnType<typeof trader>>;

async function open(who: Trader): Promise<Row[]> {
  const { body } = await site
    .as(who)
    .get('/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true');
  return Object.values(body.content as Record<string, Row[]>).flat();
}
const sum = (rows: readonly Row[], of: (row: Row) => number): string =>
  rows.reduce((total, row) => total.plus(of(row)), new Big(0)).toFixed();
const sums = (rows: readonly Row[]): string[] => [
  sum(rows, ({ books }) => books.base),
  sum(rows, ({ books }) => books.counter),
  sum(rows, ({ firstFilledQuantity }) => firstFilledQuantity),
];
/** The quantities of all stops that rest, straight from the exchange's books. */
async function stopped(who: Trader): Promise<number[]> {
  const rows = await site.database.sql<{ quantity: string }[]>`
    select trim_scale(quantity)::text as quantity from paper.orders
    where api_key = ${who.paperKey} and type = 'STOP_LOSS' and status = 'NEW'`;
  return rows.map(({ quantity }) => Number(quantity)).toSorted((less, more) => less - more);
}
/** Every block stands with its targets, and none is on its way to another. */
const settled = (who: Trader) =>
  vi.waitFor(async () => {
    const rows = await open(who);
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'targets-placed'));
    return rows;
  }, inTime);

it('AV-6 joining and splitting at random, killed in between: coins and costs stay the same to the last digit', async () => {
  const who = await trader(site.server());
  await site.price('0.52');
  for (const counterQuantity of [100, 63.7, 41.3]) {
    const { body } = await who.buy({ counterQuantity });
    expect(body.error).toBeNull();
    const { blockId } = body.orderBlock as { blockId: string };
    await vi.waitFor(async () => {
      const set = await who.post('/api/markets/spot/third', { ...pair, blockId, ...BOTH });
      expect(set.body.errorMessage).toBeNull();
    }, inTime);
  }
  let rows = await settled(who);
  const before = sums(rows);
  let killed = 0;
  for (let move = 0; move < MOVES; move += 1) {
    const isSplit = rows.length < 2 || (rows.length < 4 && next() < 0.5);
    // The largest is split: a part of a small one would be less than the exchange takes.
    const bySize = rows.toSorted((less, more) => more.books.base - less.books.base);
    const one = isSplit ? bySize[0] : rows[Math.trunc(next() * rows.length)];
    if (!one) throw new Error('No block is left.');
    const share = Math.trunc(30 + next() * 40) / 100;
    const others = rows.filter((row) => row !== one).slice(0, 1 + Math.trunc(next() * 2));
    const json = isSplit
      ? { ...pair, blockId: one.blockId, shares: [share, Number(new Big(1).minus(share).toFixed())] }
      : { ...pair, blockIds: [one, ...others].map(({ blockId }) => blockId), ...BOTH };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const press = () =>
      site.as(who).send('POST', `/api/markets/spot/${isSplit ? 'split' : 'average'}`, { json, headers });
    const pressed = press().catch(() => null);
    if (move % 3 === 2) {
      await sleep(next() * 60);
      await site.crash(() => pressed);
      killed += 1;
    }
    // The same press again does nothing twice.
    await vi.waitFor(async () => {
      const { status, body } = await press();
      expect([status, body.error]).toEqual([200, null]);
    }, inTime);
    rows = await settled(who);
    expect(sums(rows), `move ${move}`).toEqual(before);
    const held = rows.map(({ books }) => Math.trunc(books.base * 10) / 10).toSorted((less, more) => less - more);
    await vi.waitFor(async () => expect(await stopped(who), `move ${move}`).toEqual(held), inTime);
  }
  expect(killed).toBeGreaterThan(3);
  expect(rows.map(({ protection }) => protection)).toEqual(rows.map(() => 'exchange'));
  await vi.waitFor(async () => expect(await disagreements(site.database.sql)).toEqual([]), inTime);
}, 400_000);
