import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { disagreements } from '../../../tests/factories/both-books.ts';
import { paperProcess, type PaperProcess } from '../../../tests/factories/paper-process.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { printSeedOnFailure, SEED } from '../../../tests/setup/seed.ts';
import { randomFrom } from '../../exchanges/paper/market/random.ts';

const { uniform } = randomFrom(`${SEED}`);
printSeedOnFailure();

let site: PaperProcess;
beforeAll(async () => {
  site = await paperProcess();
});
afterAll(() => site.close());

type Row = Record<string, unknown>;
type Trader = Awaited<ReturnType<typeof trader>>;
const inTime = { timeout: 90_000, interval: 200 };
const pair = { market: 'binance', symbolName: 'xrp_usdt' };
const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };

const call = (who: Trader, method: string, of: { path: string; json: Row }) =>
  site.as(who).send(method, `/api/markets/spot/${of.path}`, { json: { ...pair, ...of.json } });
async function row(who: Trader, section = 'buy'): Promise<Row | undefined> {
  const query = `market=binance&symbolName=xrp_usdt&counterEarning=true&section=${section}`;
  const { body } = await site.as(who).get(`/api/markets/spot/list?${query}`);
  return Object.values(body.content as Record<string, Row[]>).flat()[0];
}
const stands = (who: Trader, as: Row, section = 'buy') =>
  vi.waitFor(async () => expect(await row(who, section)).toMatchObject(as), inTime);

async function entered(order: Row = {}): Promise<{ who: Trader; blockId: string }> {
  const who = await trader(site.server());
  const { body } = await who.buy(order);
  expect(body.error).toBeNull();
  return { who, blockId: body.orderBlock.blockId };
}
async function held() {
  const block = await entered();
  await stands(block.who, { status: 'filled' });
  return block;
}
async function targeted() {
  const block = await held();
  const { body } = await call(block.who, 'POST', { path: 'third', json: { blockId: block.blockId, ...BOTH } });
  expect(body.errorMessage).toBeNull();
  return block;
}

/** Nothing is on the exchange that we do not know, nothing twice, and nothing of ours is still in doubt. */
const agree = () => vi.waitFor(async () => expect(await disagreements(site.database.sql)).toEqual([]), inTime);

/** Base units that are sold, or would be if all that rests were to fill; the two orders of a list are one. */
async function sold(who: Trader): Promise<Big> {
  const rows = await site.database.sql<{ total: string }[]>`
    select coalesce(sum(most), 0)::text as total from (
      select max(case when status in ('NEW', 'PARTIALLY_FILLED') then quantity else executed_qty end) as most
      from paper.orders where api_key = ${who.paperKey} and side = 'SELL' and status <> 'PENDING_NEW'
      group by case when order_list_id >= 0 then order_list_id else -order_id end) each`;
  return new Big(rows[0]?.total ?? 0);
}
const resting = async (who: Trader) => {
  const rows = await site.database.sql<{ type: string; at: string }[]>`
    select type, trim_scale(greatest(price, stop_price))::text as at from paper.orders
    where api_key = ${who.paperKey} and status in ('NEW', 'PARTIALLY_FILLED', 'PENDING_NEW') order by order_id`;
  return rows.map(({ type, at }) => `${type} ${at}`);
};

/** Again and again until the connection breaks. */
async function untilCut(act: () => Promise<unknown>): Promise<unknown> {
  try {
    for (;;) await act();
  } catch (error) {
    return error;
  }
}

it('kill -9 while entries, changes and closes run: every block goes on where it stood', async () => {
  await site.price('0.52');
  const waiting = await entered({ price: 0.5, ...BOTH });
  const safe = await targeted();
  const changing = await targeted();
  const closing = [await targeted(), await targeted(), await targeted()];
  await site.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '50' });
  const part = await entered({ price: 0.51 });
  await site.price('0.51');
  await stands(part.who, { status: 'partly-filled' });
  await site.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
  await site.price('0.52');
  await call(part.who, 'POST', { path: 'third', json: { blockId: part.blockId, ...BOTH } });

  let turn = 0;
  for (const one of closing) {
    const changes = untilCut(async () => {
      turn += 1;
      const takeProfitPrice = turn % 2 ? 0.55 : 0.546;
      await call(changing.who, 'PUT', { path: 'third', json: { blockId: changing.blockId, takeProfitPrice } });
    });
    const entries = untilCut(async () => {
      await (await entered({ price: 0.49 + turn / 10_000, counterQuantity: 20 })).who.get('/readyz');
    });
    await sleep(300 + uniform() * 700);
    const close = call(one.who, 'PUT', { path: 'fourth/close', json: { blockId: one.blockId } }).catch(() => null);
    await sleep(uniform() * 120);
    await site.crash();
    await Promise.all([changes, entries, close]);
    const unknown = (await disagreements(site.database.sql)).filter(({ our, their }) => their && !our);
    expect(unknown).toEqual([]);
  }

  await agree();
  await stands(changing.who, { status: 'targets-placed', protection: 'exchange' });
  await vi.waitFor(async () => {
    const wanted = await site.database.sql<{ at: string }[]>`
      select take_profits -> 0 ->> 'price' as at from order_blocks where id = ${changing.blockId}`;
    expect(await resting(changing.who)).toEqual(['STOP_LOSS 0.494', `LIMIT_MAKER ${wanted[0]?.at ?? ''}`]);
  }, inTime);
  expect(await resting(safe.who)).toEqual(['STOP_LOSS 0.494', 'LIMIT_MAKER 0.546']);
  expect(await resting(waiting.who)).toHaveLength(3);
  expect(await resting(part.who)).toContain('LIMIT 0.51');

  await site.price('0.56');
  for (const { who } of [safe, changing, part]) await stands(who, { status: 'take-profit-filled' }, 'history');
  for (const { who } of closing) {
    expect((await sold(who)).lte('192.1')).toBe(true);
    await vi.waitFor(async () => expect(await resting(who)).toEqual([]), inTime);
  }
  for (const { who } of [safe, changing]) expect((await sold(who)).toFixed()).toBe('192.1');
  await agree();
}, 300_000);

interface Sending {
  blockId: string;
  leg: string;
  act: () => Promise<unknown>;
}

/** Kills the server while an order is written down and its sending is held up, as is every other call to that path. */
async function crashBeforeSending(path: string, of: Sending): Promise<void> {
  await site.control('fault', { kind: 'delay', ms: 60_000, path });
  const cut = of.act().catch(() => null);
  await vi.waitFor(async () => {
    const written = await site.database.sql`
      select 1 from orders where block_id = ${of.blockId} and leg = ${of.leg} and state = 'sending'`;
    expect(written).toHaveLength(1);
  }, inTime);
  await site.crash();
  await cut;
}

it('F-01 V-01: targets and a close that were written down and never sent are sent after all, once', async () => {
  await site.price('0.52');
  const [block, other] = [await held(), await held()];
  const { who, blockId } = block;
  await crashBeforeSending('/api/v3/orderList', {
    blockId,
    leg: 'take-profit',
    act: () => call(who, 'POST', { path: 'third', json: { blockId, ...BOTH } }),
  });
  const closeOther = () => call(other.who, 'PUT', { path: 'second/close/', json: { blockId: other.blockId } });
  await crashBeforeSending('/api/v3/order', { blockId: other.blockId, leg: 'close', act: closeOther });
  await vi.waitFor(async () => expect(await resting(who)).toEqual(['STOP_LOSS 0.494', 'LIMIT_MAKER 0.546']), inTime);
  await stands(who, { status: 'targets-placed', protection: 'exchange' });
  await agree();
  await stands(other.who, { status: 'closed' }, 'history');
  expect((await sold(other.who)).toFixed()).toBe('192.1');
}, 200_000);

/** Kills the server while calls of one method to orders are held up, once `isWritten` says that it has begun one. */
async function crashWhile(method: 'DELETE' | 'POST', act: () => Promise<unknown>, isWritten: () => Promise<boolean>) {
  await site.control('fault', { kind: 'delay', ms: 60_000, path: `${method} /api/v3/order` });
  const cut = act().catch(() => null);
  await vi.waitFor(async () => expect(await isWritten()).toBe(true), inTime);
  await site.crash();
  await cut;
}

it('an entry that was being changed is there once, as it was wanted last', async () => {
  await site.price('0.52');
  const [cancelled, placed] = [await entered({ price: 0.5 }), await entered({ price: 0.5 })];
  const change = ({ who, blockId }: typeof cancelled, at: number) =>
    call(who, 'PUT', { path: 'first/', json: { blockId, price: at } });
  const isIn = (blockId: string, attempt: number, condition: string) => async () =>
    (
      await site.database.sql`select 1 from orders where block_id = ${blockId} and attempt = ${attempt}
      and (state = ${condition} or (cancel_asked and ${condition} = 'cancel-asked'))`
    ).length === 1;
  await crashWhile('DELETE', () => change(cancelled, 0.49), isIn(cancelled.blockId, 1, 'cancel-asked'));
  await crashWhile('POST', () => change(placed, 0.48), isIn(placed.blockId, 2, 'sending'));
  for (const [{ who }, at] of [
    [cancelled, 0.49],
    [placed, 0.48],
  ] as const) {
    await vi.waitFor(async () => expect(await resting(who)).toEqual([`LIMIT ${at}`]), inTime);
    await stands(who, { status: 'placed', firstPlacedPrice: at });
  }
  const changes = untilCut(async () => {
    for (const at of [0.47, 0.46, 0.45]) await change(cancelled, at);
  });
  await sleep(700);
  await site.crash();
  await changes;
  await agree();
  const wanted = (await row(cancelled.who))?.['firstPlacedPrice'];
  await vi.waitFor(async () => expect(await resting(cancelled.who)).toEqual([`LIMIT ${String(wanted)}`]), inTime);
  await site.price('0.4');
  for (const { who } of [cancelled, placed]) await stands(who, { status: 'filled' });
  const bought = await site.database.sql<{ total: string }[]>`
    select trim_scale(sum(executed_qty))::text as total from paper.orders where side = 'BUY'
    and api_key in (${cancelled.who.paperKey ?? ''}, ${placed.who.paperKey ?? ''}) group by api_key`;
  expect(bought.map(({ total }) => total)).toEqual(['200', '200']);
}, 240_000);
