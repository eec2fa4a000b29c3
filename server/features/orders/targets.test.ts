import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
let control: ReturnType<typeof paperControl>;
const price = (at: string) => control('price', { symbol: 'XRPUSDT', price: at });
beforeAll(async () => {
  site = await testSite();
  control = paperControl(site);
});
beforeEach(async () => {
  await control('reset', {});
  await price('0.52');
});
afterAll(() => site.close());

type Row = Record<string, unknown>;
type Trader = Awaited<ReturnType<typeof trader>>;
const inTime = { timeout: 40_000, interval: 50 };
const pair = { market: 'binance', symbolName: 'xrp_usdt' };

async function list(who: Trader, section: string, counterEarning: boolean): Promise<Row[]> {
  const query = `market=binance&symbolName=xrp_usdt&counterEarning=${counterEarning}&section=${section}`;
  const { body } = await who.get(`/api/markets/spot/list?${query}`);
  return Object.values(body.content as Record<string, Row[]>).flat();
}

/** An entry of trading rule 1, filled. */
async function filled(who: Trader, side: 'buy' | 'sell', counterEarning = true): Promise<{ blockId: string }> {
  const order = { ...pair, price: 0.52, counterQuantity: 100, counterEarning };
  const { body } = await who.post(`/api/markets/spot/first/${side}`, order);
  expect(body.error).toBeNull();
  await vi.waitFor(async () => {
    expect((await list(who, side, counterEarning))[0]).toMatchObject({ status: 'filled', firstFilledQuantity: 192.3 });
  }, inTime);
  return { blockId: body.orderBlock.blockId };
}

const third = (who: Trader, blockId: string, targets: Row) =>
  who.post('/api/markets/spot/third', { ...pair, blockId, ...targets });
const changed = (who: Trader, blockId: string, targets: Row) =>
  who.send('PUT', '/api/markets/spot/third', { json: { ...pair, blockId, ...targets } });

const ended = (who: Trader, counterEarning: boolean, status: string) =>
  vi.waitFor(async () => {
    const [row] = await list(who, 'history', counterEarning);
    expect(row).toMatchObject({ status });
    return row as Row;
  }, inTime);

describe('rule 5: both targets of a filled entry, in all four earning modes', () => {
  const CASES = [
    {
      side: 'buy',
      earns: true,
      targets: [0.546, 0.494],
      at: '0.5460',
      status: 'take-profit-filled',
      profit: 4.7857,
      percent: 4.78,
    },
    {
      side: 'buy',
      earns: true,
      targets: [0.546, 0.494],
      at: '0.4940',
      status: 'stop-loss-filled',
      profit: -5.1935,
      percent: -5.2,
    },
    {
      side: 'buy',
      earns: false,
      targets: [0.546, 0.494],
      at: '0.5460',
      status: 'take-profit-filled',
      profit: 8.7077,
      percent: 4.52,
    },
    {
      side: 'sell',
      earns: true,
      targets: [0.494, 0.546],
      at: '0.4940',
      status: 'take-profit-filled',
      profit: 4.801,
      percent: 4.8,
    },
    {
      side: 'sell',
      earns: true,
      targets: [0.494, 0.546],
      at: '0.5460',
      status: 'stop-loss-filled',
      profit: -5.209,
      percent: -5.21,
    },
    {
      side: 'sell',
      earns: false,
      targets: [0.494, 0.546],
      at: '0.5460',
      status: 'stop-loss-filled',
      profit: -9.5829,
      percent: -4.99,
    },
    {
      side: 'sell',
      earns: false,
      targets: [0.494, 0.546],
      at: '0.4940',
      status: 'take-profit-filled',
      profit: 9.6978,
      percent: 5.04,
    },
  ] as const;

  it.each(CASES)(
    '$side, counterEarning $earns, at $at',
    async ({ side, earns, targets, at, status, profit, percent }) => {
      const who = await trader(site);
      const { blockId } = await filled(who, side, earns);
      const [takeProfitPrice, stopLossPrice] = targets;
      const { body } = await third(who, blockId, { takeProfitPrice, stopLossPrice });
      expect(body).toMatchObject({ errorMessage: null, failed: [] });
      expect(body.orderBlocks[0]).toMatchObject({ status: 'targets-placed', protection: 'exchange' });
      await price(at);
      const row = await ended(who, earns, status);
      expect(row).toMatchObject({ profitValue: profit, profitPercent: percent, open: false });
      expect(await list(who, side, earns)).toEqual([]);
    },
  );
});

interface PaperOrder {
  side: string;
  type: string;
  origQty: string;
  price: string;
  stopPrice: string;
  status: string;
}
/** What rests on the exchange for a trader, straight from its books. */
const resting = (who: Trader) => site.database.sql<PaperOrder[]>`
  select side, type, trim_scale(quantity)::text as "origQty", trim_scale(price)::text as price,
    trim_scale(stop_price)::text as "stopPrice", status
  from paper.orders where api_key = ${who.paperKey} and status in ('NEW', 'PARTIALLY_FILLED', 'PENDING_NEW') order by order_id`;

const OCO = [
  { side: 'SELL', type: 'STOP_LOSS', origQty: '192.1', stopPrice: '0.494' },
  { side: 'SELL', type: 'LIMIT_MAKER', origQty: '192.1', price: '0.546' },
];
const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };

describe('targets', () => {
  it('are one list on the exchange, changed and taken off there', async () => {
    const who = await trader(site);
    const { blockId } = await filled(who, 'buy');
    await third(who, blockId, BOTH);
    expect(await resting(who)).toMatchObject(OCO);
    expect((await third(who, blockId, { takeProfitPrice: 0.55 })).body.errorMessage).toMatch(/changed, not set/);
    const { body } = await changed(who, blockId, { takeProfitPrice: 0.55, stopLossPrice: null });
    expect(body).toMatchObject({
      errorMessage: null,
      orderBlocks: [{ status: 'targets-placed', secondStopLossPlacedPrice: 0 }],
    });
    expect(await resting(who)).toMatchObject([{ type: 'LIMIT', origQty: '192.1', price: '0.55' }]);
    const removed = await who.send('DELETE', '/api/markets/spot/third', { json: { ...pair, blockId } });
    expect(removed.body).toEqual({ errorMessage: null, failed: [] });
    expect(await resting(who)).toEqual([]);
    const [row] = await list(who, 'buy', true);
    expect(row).toMatchObject({ status: 'filled', protection: 'none', secondTakeProfitPlacedPrice: 0 });
  });

  it('must keep three steps from the market, by the spec’s hints', async () => {
    const who = await trader(site);
    const { blockId } = await filled(who, 'buy');
    expect((await third(who, blockId, { takeProfitPrice: 0.5202 })).body.errorMessage).toBe(
      'Min take profit is 0.5203',
    );
    expect((await third(who, blockId, { stopLossPrice: 0.5198 })).body.errorMessage).toBe('Max stop loss is 0.5197');
    expect((await third(who, blockId, {})).body.errorMessage).toMatch(/^Enter a take profit/);
    expect(await resting(who)).toEqual([]);
  });

  it('known beforehand go out with the entry, and hold when it fills', async () => {
    const who = await trader(site);
    const order = { ...pair, price: 0.51, counterQuantity: 100, counterEarning: true, ...BOTH };
    const { body } = await who.post('/api/markets/spot/first/buy', order);
    expect(body).toMatchObject({ error: null, orderBlock: { status: 'placed' } });
    expect((await resting(who)).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'LIMIT NEW',
      'STOP_LOSS PENDING_NEW',
      'LIMIT_MAKER PENDING_NEW',
    ]);
    await price('0.51');
    await vi.waitFor(async () => {
      expect((await list(who, 'buy', true))[0]).toMatchObject({ status: 'targets-placed', protection: 'exchange' });
    }, inTime);
    expect((await resting(who)).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'STOP_LOSS NEW',
      'LIMIT_MAKER NEW',
    ]);
    await price('0.546');
    expect(await ended(who, true, 'take-profit-filled')).toMatchObject({ open: false });
  });
});

describe('closing', () => {
  it('sells at market what a filled entry holds, once', async () => {
    const who = await trader(site);
    const { blockId } = await filled(who, 'buy');
    const close = () => who.send('PUT', '/api/markets/spot/second/close/', { json: { ...pair, blockId } });
    expect((await close()).body).toMatchObject({ error: null, failed: [] });
    const row = await ended(who, true, 'closed');
    expect(row).toMatchObject({ profitValue: -0.2039, open: false });
    expect((await close()).status).toBe(404);
  });

  it('cancels the targets first, by the other call', async () => {
    const who = await trader(site);
    const { blockId } = await filled(who, 'buy');
    await third(who, blockId, BOTH);
    const call = (path: string) => who.send('PUT', `/api/markets/spot/${path}`, { json: { ...pair, blockId } });
    expect((await call('second/close/')).body.error).toMatch(/^This block has targets/);
    expect((await call('fourth/close')).body).toMatchObject({ error: null, failed: [] });
    await ended(who, true, 'closed');
    expect(await resting(who)).toEqual([]);
  });

  it("another person's block is not there", async () => {
    const { blockId } = await filled(await trader(site), 'buy');
    const stranger = await trader(site);
    const json = { ...pair, blockId };
    for (const [method, path] of [
      ['POST', 'third'],
      ['PUT', 'third'],
      ['DELETE', 'third'],
      ['PUT', 'second/close/'],
      ['PUT', 'fourth/close'],
      ['DELETE', 'first/'],
    ] as const) {
      expect((await stranger.send(method, `/api/markets/spot/${path}`, { json })).status, `${method} ${path}`).toBe(
        404,
      );
    }
    expect((await stranger.get(`/api/blocks/${blockId}/events`)).status).toBe(404);
  });
});

it('a block tells its story', async () => {
  const who = await trader(site);
  const { blockId } = await filled(who, 'buy');
  await third(who, blockId, BOTH);
  await price('0.546');
  await ended(who, true, 'take-profit-filled');
  const { body } = await who.get(`/api/blocks/${blockId}/events`);
  const kinds = (body.events as { kind: string; text: string }[]).map(({ kind }) => kind);
  for (const kind of ['wish', 'order-written', 'order-found', 'order-filled', 'moved', 'ended'])
    expect(kinds).toContain(kind);
  for (const { text } of body.events) expect(text).toMatch(/\w/);
});

it('the history is a file of trades, and its owner’s alone', async () => {
  const who = await trader(site);
  const { blockId } = await filled(who, 'buy');
  await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...pair, blockId } });
  await ended(who, true, 'closed');
  const { text, headers } = await who.get('/api/history.csv');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [, ...lines] = text.trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toContain(blockId);
  const other = await (await trader(site)).get('/api/history.csv');
  expect(other.text.trim().split(/\r?\n/)).toHaveLength(1);
});
