import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until as eventually } from '../../../tests/setup/until.ts';
import { otherOrders } from '../../../tests/factories/other-engine.ts';
import { localBus } from '../../runtime/bus/bus.ts';
import type { WrittenBlock } from './orders.ts';
import { remoteEngine } from './remote-engine.ts';
import { workStore } from './store/work.store.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
  await paperControl(site)('price', { symbol: 'XRPUSDT', price: '0.52' });
});
afterAll(() => site.close());

const inTime = { timeout: 40_000, interval: 50 };

/** A filled block, and who it is leased to. */
async function filledBlock() {
  const who = await trader(site);
  const { blockId, userId } = (await who.buy()).body.orderBlock;
  const lease = async () => {
    const [row] = await site.database.sql<{ state: string; owner: string | null; due: string | null }[]>`
      select p.state, b.lease_owner as owner, b.due_at::text as due
      from order_blocks b join positions p on p.user_id = b.user_id and p.block_id = b.id where b.id = ${blockId}`;
    return row;
  };
  await vi.waitFor(async () => expect(await lease()).toEqual({ state: 'filled', owner: null, due: null }), inTime);
  const sales = () => site.database.sql<{ status: string }[]>`
    select status from paper.orders where api_key = ${who.paperKey} and side = 'SELL'`;
  return { who, ref: { userId, blockId }, lease, sales };
}

/** No other transaction writes this row until it is released. */
async function lockRow(table: string, id: string): Promise<() => Promise<unknown>> {
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const { sql } = site.database;
  const holding = sql.begin(async (tx) => {
    await tx`select id from ${tx(table)} where id = ${id} for update`;
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  return () => {
    unlock.resolve();
    return holding;
  };
}

it('M-14: an order that is not planned any more is not claimed for sending', async () => {
  const { ref } = await filledBlock();
  const stored = () => site.database.sql<{ id: string; state: string }[]>`
    select id, state from orders where block_id = ${ref.blockId}`;
  const before = [...(await stored())];
  expect(before.map(({ state }) => state)).toEqual(['filled']);
  const ids = before.map(({ id }) => id);
  const { begin } = workStore(site.database.db);
  expect(await begin({ userId: ref.userId, ids, now: Date.now() })).toEqual([]);
  expect([...(await stored())]).toEqual(before);
});

it('F-29: a block that another process holds is left alone, and taken over once the lease has run out', async () => {
  const { who, ref, sales } = await filledBlock();
  const now = Date.now();
  expect(await workStore(site.database.db).lease(ref, { owner: 'dead', now, until: now + HOUR })).toBe(true);
  const { blockId } = ref;
  const targets = { market: 'binance', symbolName: 'xrp_usdt', blockId, takeProfitPrice: 0.546, stopLossPrice: 0.494 };
  expect((await who.post('/api/markets/spot/third', targets)).status).toBe(200);
  expect([...(await sales())]).toEqual([]);

  const later = otherOrders({ ...site.deps.orders, clock: () => Date.now() + 2 * HOUR });
  const both = [later.engine, site.deps.orders.engine];
  await later.engine.start();
  await vi.waitFor(async () => {
    for (const engine of both) engine.schedule(ref);
    expect([...(await sales())].map(({ status }) => status)).toEqual(['NEW', 'NEW']);
  }, inTime);
  await Promise.all(both.map((engine) => engine.idle(ref)));
  expect([...(await sales())]).toHaveLength(2);
  await later.engine.stop();
});

it('a block whose process died is due when its lease runs out, not a whole lease after a process came upon it', async () => {
  const { ref, lease } = await filledBlock();
  const until = Date.now() + HOUR;
  expect(await workStore(site.database.db).lease(ref, { owner: 'dead', now: Date.now(), until })).toBe(true);
  site.deps.orders.engine.schedule(ref);
  await site.deps.orders.engine.idle(ref);
  expect(await lease()).toMatchObject({ owner: 'dead', due: String(until) });
});

it('news of a block that was given back meanwhile is looked at at once', async () => {
  const { ref, lease } = await filledBlock();
  await workStore(site.database.db).dueAfterLease(ref);
  await vi.waitFor(async () => expect(await lease()).toMatchObject({ owner: null, due: null }), inTime);
});

it('a lease is only kept by who has it, and what is due stays due', async () => {
  const { ref, lease } = await filledBlock();
  const store = workStore(site.database.db);
  const now = Date.now();
  await store.lease(ref, { owner: 'one', now, until: now + HOUR });
  await store.dueAfterLease(ref);
  expect(await store.renew(ref, { owner: 'one', until: now + 2 * HOUR })).toBe(true);
  expect(await lease()).toMatchObject({ owner: 'one', due: String(now + HOUR) });
  expect(await store.lease(ref, { owner: 'two', now: now + HOUR, until: now + 3 * HOUR })).toBe(false);
  await store.release(ref, { owner: 'one', dueAt: null });
  expect(await store.renew(ref, { owner: 'one', until: now + 2 * HOUR })).toBe(false);
  expect(await lease()).toMatchObject({ owner: null, due: String(now + HOUR) });
});

it('what an engine has begun when it ends is due at once for the next one', async () => {
  const { ref, lease } = await filledBlock();
  const at = Date.now() + HOUR;
  const leaving = otherOrders({ ...site.deps.orders, clock: () => at });
  const release = await lockRow('order_blocks', ref.blockId);
  leaving.engine.schedule(ref);
  const stopped = leaving.engine.stop();
  await setImmediate();
  await Promise.all([release(), stopped]);
  expect(await lease()).toMatchObject({ owner: null, due: String(at) });
});

it('A-14: what is due and what a dead process held do not wait until every key is compared', async () => {
  const due = await filledBlock();
  const held = await filledBlock();
  const [soon, until] = [Date.now() + HOUR, Date.now() + 3 * HOUR];
  expect(await workStore(site.database.db).lease(held.ref, { owner: 'dead', now: Date.now(), until })).toBe(true);
  const other = await trader(site);
  expect((await other.buy({ price: 0.4 })).status).toBe(200);
  // Its clock tells it apart from the site's own engine.
  const taking = otherOrders({ ...site.deps.orders, clock: () => Date.now() + 2 * HOUR });
  await taking.engine.takeOn();
  const release = await lockRow('keys', other.keyUid);
  let isStarted = false;
  const started = taking.engine.start().then(() => (isStarted = true));
  await vi.waitFor(async () => expect(await held.lease()).toMatchObject({ owner: 'dead', due: String(until) }), inTime);
  await site.database.sql`update order_blocks set due_at = ${soon} where id = ${due.ref.blockId}`;
  await vi.waitFor(async () => expect(await due.lease()).toMatchObject({ owner: null, due: null }), inTime);
  expect(isStarted).toBe(false);
  await Promise.all([release(), started]);
  await taking.engine.stop();
});

it('a process without an engine answers only when the entry has been sent, even if an engine gave the block back before', async () => {
  const { ref } = await filledBlock();
  let readings = 0;
  const clock = () => {
    readings += 1;
    return Date.now();
  };
  const remote = remoteEngine({ ...site.deps.orders, clock, bus: localBus(() => {}) });
  const setState = (state: string) => site.database.sql`
    update orders set state = ${state} where block_id = ${ref.blockId} and leg = 'entry'`;
  await setState('planned');
  let isAnswered = false;
  const sent = remote.sendBlock({ ref, leaseOwner: null } as WrittenBlock, async () => (isAnswered = true));
  // It reads the clock once at first and twice at each look: by then it has looked twice.
  await eventually(() => expect(readings).toBeGreaterThan(5));
  expect(isAnswered).toBe(false);
  await setState('filled');
  expect(await sent).toBe(true);
  remote.stop();
});

it('M-16: once another process holds a block, no further step is taken here', async () => {
  const { who, ref, sales } = await filledBlock();
  const { blockId } = ref;
  const targets = { market: 'binance', symbolName: 'xrp_usdt', blockId, takeProfitPrice: 0.546, stopLossPrice: 0.494 };
  expect((await who.post('/api/markets/spot/third', targets)).body.errorMessage).toBeNull();
  const exchange = site.deps.markets.exchange('binance');
  const cancelList = exchange.cancelList.bind(exchange);
  const [asked, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const spy = vi.spyOn(exchange, 'cancelList').mockImplementation(async (...of) => {
    asked.resolve();
    await mayGoOn.promise;
    return cancelList(...of);
  });
  const json = { market: 'binance', symbolName: 'xrp_usdt', blockId };
  const closed = who.send('PUT', '/api/markets/spot/fourth/close', { json });
  await asked.promise;
  await site.database
    .sql`update order_blocks set lease_owner = 'other', lease_until = ${Date.now() + HOUR} where id = ${blockId}`;
  await eventually(() => expect(site.logged()).toContain('another process holds the block'));
  mayGoOn.resolve();
  await closed;
  await site.deps.orders.engine.idle(ref);
  spy.mockRestore();
  expect([...(await sales())].map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED']);
});
