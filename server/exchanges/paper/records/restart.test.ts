import { Big } from 'big.js';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Fields,
  type OrderBody,
  type PaperBench,
  type PaperTrader,
  buyLimit,
  openPaperExchange,
  signedCalls,
} from '../../../../tests/factories/paper-exchange.ts';
import { SEED } from '../../../../tests/setup/seed.ts';
import { createLog } from '../../../lib/log.ts';
import { createPaperExchange } from '../index.ts';

let bench: PaperBench;
beforeAll(async () => {
  bench = await openPaperExchange();
  await bench.price('XRPUSDT', '0.5300');
});
afterAll(() => bench.close());

type OpenOrder = OrderBody & Record<'side' | 'price' | 'origQty', string>;

const sums = async (): Promise<Record<string, string>> => {
  const rows = await bench.database.sql<{ asset: string; total: string; least: string }[]>`
    select asset, sum(free + locked) as total, least(min(free), min(locked)) as least from paper.balances group by asset`;
  expect(rows.filter((row) => new Big(row.least).lt(0))).toEqual([]);
  return Object.fromEntries(rows.map((row) => [row.asset, new Big(row.total).toFixed()]));
};

type Step =
  | { act: 'place'; fields: Fields }
  | { act: 'move'; price: string }
  | { act: 'liquidity'; maxPerTick: string | null }
  | { act: 'cancel'; which: number };

/** The rule itself is proven in server/domain/matching; this is the same over REST and in the tables. */
describe('conservation', () => {
  const price = fc.integer({ min: 4800, max: 5800 }).map((count) => new Big(count).div(10_000).toFixed(4));
  const quantity = fc.integer({ min: 100, max: 150_000 }).map((count) => new Big(count).div(10).toFixed(1));
  const side = fc.constantFrom('BUY', 'SELL');
  const timeInForce = fc.constantFrom('GTC', 'GTC', 'IOC', 'FOK');
  const fields: fc.Arbitrary<Fields> = fc.oneof(
    fc.record({ type: fc.constant('LIMIT'), side, quantity, price, timeInForce }),
    fc.record({ type: fc.constant('MARKET'), side, quantity }),
    fc.record({ type: fc.constant('MARKET'), side, quoteOrderQty: fc.integer({ min: 5, max: 12_000 }) }),
  );
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ act: fc.constant('place' as const), fields }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('move' as const), price }) },
    fc.record({ act: fc.constant('liquidity' as const), maxPerTick: fc.option(quantity) }),
    fc.record({ act: fc.constant('cancel' as const), which: fc.nat(3) }),
  );

  const symbol = 'XRPUSDT';
  const open = async (trader: PaperTrader) => (await trader.get<OpenOrder[]>('/api/v3/openOrders', { symbol })).body;
  const play = async (trader: PaperTrader, todo: Step): Promise<unknown> => {
    if (todo.act === 'place') return trader.place(todo.fields);
    if (todo.act === 'move') return bench.price(symbol, todo.price);
    if (todo.act === 'liquidity') return bench.control('liquidity', { symbol, maxPerTick: todo.maxPerTick });
    const order = (await open(trader))[todo.which];
    return order && trader.del('/api/v3/order', { symbol, orderId: order.orderId });
  };
  const lockedBy = (orders: readonly OpenOrder[]): string =>
    orders
      .filter((order) => order.side === 'BUY')
      .reduce((sum, order) => sum.plus(new Big(order.origQty).minus(order.executedQty).times(order.price)), new Big(0))
      .toFixed(8);

  it('whatever is placed, filled and canceled, every asset adds up and nothing falls below zero', async () => {
    let rested = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), step), { minLength: 5, maxLength: 30 }), async (steps) => {
        const traders = [await bench.trader(), await bench.trader()];
        const before = await sums();
        for (const [who, todo] of steps) {
          const trader = traders[who];
          if (trader) await play(trader, todo);
        }
        expect(await sums()).toEqual(before);
        for (const trader of traders) {
          const orders = await open(trader);
          expect((await trader.balances()).USDT?.locked).toBe(lockedBy(orders));
          rested += orders.length;
        }
      }),
      { numRuns: 30 },
    );
    const [traded] = await bench.database.sql<{ makers: string; takers: string }[]>`
      select count(*) filter (where is_maker) as makers, count(*) filter (where not is_maker) as takers from paper.trades`;
    expect(
      [rested, Number(traded?.makers), Number(traded?.takers)].every((count) => count > 0),
      `seed ${SEED}`,
    ).toBe(true);
  });

  it('what an account holds is what it was given, plus and minus its own trades', async () => {
    const trader = await bench.trader();
    await bench.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
    await bench.price('XRPUSDT', '0.5300');
    await trader.place(buyLimit('192.3', '0.5400'));
    await trader.place({ side: 'SELL', type: 'MARKET', quantity: '57.6' });
    type Row = Record<'qty' | 'quoteQty' | 'commission', string> & { isBuyer: boolean };
    const rows = (await trader.get<Row[]>('/api/v3/myTrades', { symbol: 'XRPUSDT' })).body;
    expect(rows).toHaveLength(2);
    let [xrp, usdt] = [new Big(10_000), new Big(10_000)];
    for (const { isBuyer, qty, quoteQty, commission } of rows) {
      xrp = isBuyer ? xrp.plus(qty).minus(commission) : xrp.minus(qty);
      usdt = isBuyer ? usdt.minus(quoteQty) : usdt.plus(quoteQty).minus(commission);
    }
    const { XRP, USDT } = await trader.balances();
    expect([XRP?.free, USDT?.free]).toEqual([xrp.toFixed(8), usdt.toFixed(8)]);
  });
});

describe('a restart', () => {
  let own: PaperBench;
  afterEach(() => own.close());

  it('goes on with the orders, balances, ids and prices there were', async () => {
    own = await openPaperExchange();
    await own.price('XRPUSDT', '0.5300');
    const ann = await own.trader();
    await own.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: 60 });
    const resting = await ann.place({ ...buyLimit('192.3', '0.5200'), newClientOrderId: 'resting' });
    const gone = await ann.place(buyLimit('100', '0.5100'));
    await ann.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: gone.body.orderId });
    await own.price('XRPUSDT', '0.5200');
    const before = await ann.balances();
    const trades = await ann.get<{ id: number }[]>('/api/v3/myTrades', { symbol: 'XRPUSDT' });

    await own.restart();
    expect(await ann.balances()).toEqual(before);
    expect((await ann.get('/api/v3/myTrades', { symbol: 'XRPUSDT' })).body).toEqual(trades.body);
    expect((await own.call('/api/v3/ticker/price?symbol=XRPUSDT')).body).toEqual({
      symbol: 'XRPUSDT',
      price: '0.52000000',
    });
    expect((await ann.get<OrderBody[]>('/api/v3/openOrders')).body).toEqual([
      expect.objectContaining({ clientOrderId: 'resting', status: 'PARTIALLY_FILLED', executedQty: '60.00000000' }),
    ]);

    await own.price('XRPUSDT', '0.5199');
    expect((await ann.find(resting.body.orderId)).body).toMatchObject({ status: 'FILLED' });
    expect((await ann.balances()).XRP).toEqual({ free: '10192.10770000', locked: '0.00000000' });
    const later = (await ann.get<{ id: number }[]>('/api/v3/myTrades', { symbol: 'XRPUSDT' })).body;
    expect(later[1]?.id).toBeGreaterThan(later[0]?.id ?? Number.POSITIVE_INFINITY);
    const next = await ann.place(buyLimit('100', '0.5000'));
    expect(next.body.orderId).toBeGreaterThan(gone.body.orderId);
  });

  it('without a stop, as after a kill, finds all that was answered; the one before can write nothing more', async () => {
    own = await openPaperExchange();
    await own.price('XRPUSDT', '0.5300');
    const ann = await own.trader();
    await ann.place({ ...buyLimit('192.3', '0.5200'), newClientOrderId: 'resting' });
    await ann.place({ side: 'SELL', type: 'MARKET', quantity: '57.6' });
    const before = await ann.balances();
    const second = await openSecond(own);
    const there = signedCalls(ann, (path, init) => own.call(path, init, second.restUrl));
    expect(await there.balances()).toEqual(before);
    const open = (await there.get<OrderBody[]>('/api/v3/openOrders', { symbol: 'XRPUSDT' })).body;
    expect(open.map((order) => order.clientOrderId)).toEqual(['resting']);
    expect((await there.get<unknown[]>('/api/v3/myTrades', { symbol: 'XRPUSDT' })).body).toHaveLength(1);

    const refused = await ann.place({ side: 'BUY', type: 'MARKET', quantity: '100' });
    expect(refused).toMatchObject({ status: 503, body: { code: -1007 } });
    const [row] = await own.database.sql<{ orders: string }[]>`select count(*) as orders from paper.orders`;
    expect(row?.orders).toBe('2');
    expect(await there.balances()).toEqual(before);
    await second.stop();
  });
});

/** As a second process would start on the same database. */
async function openSecond(first: PaperBench) {
  const { db } = first.database;
  const log = createLog('silent');
  const second = createPaperExchange({
    db,
    clock: Date.now,
    log,
    seed: 1,
    prices: 'simulated',
    port: 0,
    control: false,
  });
  const { restUrl } = await second.start();
  return { restUrl, stop: () => second.stop() };
}
