import { describe, expect, it, vi } from 'vitest';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  setTargets,
  XRP_PAIR,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { price, shows } = deals;

const changed = (who: DealTrader, blockId: string, targets: Row) =>
  who.send('PUT', '/api/markets/spot/third', { json: { ...XRP_PAIR, blockId, ...targets } });

interface PaperOrder {
  side: string;
  type: string;
  origQty: string;
  price: string;
  stopPrice: string;
  status: string;
}
/** What rests on the exchange for a trader, straight from its books. */
const resting = (who: DealTrader) => deals.site().database.sql<PaperOrder[]>`
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
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    expect(await resting(who)).toMatchObject(OCO);
    expect((await setTargets(who, blockId, { takeProfitPrice: 0.55 })).body.errorMessage).toMatch(/changed, not set/);
    const { body } = await changed(who, blockId, { takeProfitPrice: 0.55, stopLossPrice: null });
    expect(body).toMatchObject({
      errorMessage: null,
      orderBlocks: [{ status: 'targets-placed', secondStopLossPlacedPrice: 0 }],
    });
    expect(await resting(who)).toMatchObject([{ type: 'LIMIT', origQty: '192.1', price: '0.55' }]);
    const removed = await who.send('DELETE', '/api/markets/spot/third', { json: { ...XRP_PAIR, blockId } });
    expect(removed.body).toEqual({ errorMessage: null, failed: [] });
    expect(await resting(who)).toEqual([]);
    const [row] = await deals.rows(who, 'buy');
    expect(row).toMatchObject({ status: 'filled', protection: 'none', secondTakeProfitPlacedPrice: 0 });
  });

  it('V-01 that are changed or taken off after a close that the exchange refused ask for no close', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    const path = 'POST /api/v3/order';
    await deals.control('fault', { kind: 'reject', code: -1013, path, key: who.paperKey, times: 1 });
    const close = await who.send('PUT', '/api/markets/spot/fourth/close', { json: { ...XRP_PAIR, blockId } });
    expect(close.body.failed).toHaveLength(1);
    expect(await resting(who)).toMatchObject(OCO);
    expect((await changed(who, blockId, { ...BOTH, stopLossPrice: 0.5 })).body.errorMessage).toBeNull();
    expect(await resting(who)).toMatchObject([{ stopPrice: '0.5' }, { price: '0.546' }]);
    await who.send('DELETE', '/api/markets/spot/third', { json: { ...XRP_PAIR, blockId } });
    expect(await resting(who)).toEqual([]);
    expect(await deals.rows(who, 'buy')).toMatchObject([{ status: 'filled', protection: 'none' }]);
  });

  it('of an entry that waits are wished, changed, and placed once it fills', async () => {
    const who = await deals.trader();
    const { body } = await who.buy({ price: 0.5, counterQuantity: 100 });
    const { blockId } = body.orderBlock;
    expect((await setTargets(who, blockId, { stopLossPrice: 0.51 })).body.errorMessage).toMatch(
      /^Max stop loss is 0.4997/,
    );
    expect((await setTargets(who, blockId, { takeProfitPrice: 0.515 })).body).toMatchObject({
      errorMessage: null,
      failed: [],
      orderBlocks: [{ status: 'placed', secondTakeProfitPlacedPrice: 0.515 }],
    });
    expect((await changed(who, blockId, { takeProfitPrice: 0.546, stopLossPrice: 0.48 })).body.errorMessage).toBeNull();
    expect(await resting(who)).toMatchObject([{ side: 'BUY', price: '0.5' }]);
    await price('0.499');
    await vi.waitFor(
      async () =>
        expect(await resting(who)).toMatchObject([
          { side: 'SELL', type: 'STOP_LOSS', stopPrice: '0.48' },
          { side: 'SELL', type: 'LIMIT_MAKER', price: '0.546' },
        ]),
      IN_TIME,
    );
    await deals.price('0.52');
  });

  it('changed one each by two calls at the same moment, both hold', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    await Promise.all([
      changed(who, blockId, { takeProfitPrice: 0.55 }),
      changed(who, blockId, { stopLossPrice: 0.49 }),
    ]);
    await vi.waitFor(
      async () => expect(await resting(who)).toMatchObject([{ stopPrice: '0.49' }, { price: '0.55' }]),
      IN_TIME,
    );
  });

  it('known beforehand go out with the entry, and hold when it fills', async () => {
    const who = await deals.trader();
    const order = { ...XRP_PAIR, price: 0.51, counterQuantity: 100, counterEarning: true, ...BOTH };
    const { body } = await who.post('/api/markets/spot/first/buy', order);
    expect(body).toMatchObject({ error: null, orderBlock: { status: 'placed' } });
    expect((await resting(who)).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'LIMIT NEW',
      'STOP_LOSS PENDING_NEW',
      'LIMIT_MAKER PENDING_NEW',
    ]);
    await price('0.51');
    await vi.waitFor(async () => {
      expect((await deals.rows(who, 'buy'))[0]).toMatchObject({ status: 'targets-placed', protection: 'exchange' });
    }, IN_TIME);
    expect((await resting(who)).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'STOP_LOSS NEW',
      'LIMIT_MAKER NEW',
    ]);
    await price('0.546');
    expect(await shows(who, { status: 'take-profit-filled' }, { section: 'history' })).toMatchObject({ open: false });
  });
});

describe('closing', () => {
  it('sells at market what a filled entry holds, once', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    const close = () => who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
    expect((await close()).body).toMatchObject({ error: null, failed: [] });
    const row = await shows(who, { status: 'closed' }, { section: 'history' });
    expect(row).toMatchObject({ profitValue: -0.203892, open: false });
    expect((await close()).status).toBe(404);
  });

  it('cancels the targets first, by the other call', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    const call = (path: string) => who.send('PUT', `/api/markets/spot/${path}`, { json: { ...XRP_PAIR, blockId } });
    expect((await call('second/close/')).body.error).toMatch(/^This block has targets/);
    expect((await call('fourth/close')).body).toMatchObject({ error: null, failed: [] });
    await shows(who, { status: 'closed' }, { section: 'history' });
    expect(await resting(who)).toEqual([]);
  });

  it("another person's block is not there", async () => {
    const blockId = await filledEntry(deals, await deals.trader());
    const stranger = await deals.trader();
    const json = { ...XRP_PAIR, blockId };
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
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await setTargets(who, blockId, BOTH);
  await price('0.546');
  await shows(who, { status: 'take-profit-filled' }, { section: 'history' });
  const { body } = await who.get(`/api/blocks/${blockId}/events`);
  const kinds = (body.events as { kind: string; text: string }[]).map(({ kind }) => kind);
  for (const kind of ['wish', 'order-written', 'order-found', 'order-filled', 'moved', 'ended'])
    expect(kinds).toContain(kind);
  for (const { text } of body.events) expect(text).toMatch(/\w/);
});

it('the history is a file of trades, and its owner’s alone', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
  await shows(who, { status: 'closed' }, { section: 'history' });
  const { text, headers } = await who.get('/api/history.csv');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [, ...lines] = text.trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toContain(blockId);
  const other = await (await deals.trader()).get('/api/history.csv');
  expect(other.text.trim().split(/\r?\n/)).toHaveLength(1);
});
