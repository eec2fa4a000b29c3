import { describe, expect, it, vi } from 'vitest';
import {
  type DealTrader,
  IN_TIME,
  XRP_PAIR,
  filledEntry,
  setTargets,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { control, price, shows, sent, byHand } = deals;
const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };

const cancelAll = (who: DealTrader) => byHand(who).del('/api/v3/openOrders', { symbol: 'XRPUSDT' });
const settle = (who: DealTrader, blockId: string, choice: string) =>
  who.post('/api/markets/spot/interference', { blockId, uid: who.keyUid, choice });
const story = async (who: DealTrader, blockId: string) =>
  (await who.get(`/api/blocks/${blockId}/events`)).body.events as { kind: string; text: string }[];
const reported = async (who: DealTrader, blockId: string, kind: string) =>
  (await story(who, blockId)).filter((event) => event.kind === kind);
const live = async (who: DealTrader) => (await sent(who)).filter(({ status }) => status === 'NEW');

describe('targets cancelled on the exchange', () => {
  async function cancelled(who: DealTrader): Promise<string> {
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    expect(await live(who)).toHaveLength(2);
    expect((await cancelAll(who)).status).toBe(200);
    await shows(who, { interference: 'order-cancelled', protection: 'unprotected' });
    return blockId;
  }

  it('are not placed again: the row asks its owner, once', async () => {
    const who = await deals.trader();
    const blockId = await cancelled(who);
    await price('0.521');
    await price('0.493');
    await price('0.52');
    await shows(who, { interference: 'order-cancelled', status: 'targets-changing' });
    expect(await sent(who)).toHaveLength(3);
    expect(await reported(who, blockId, 'interference')).toHaveLength(1);
    const { body } = await who.send('PUT', '/api/markets/spot/third', {
      json: { ...XRP_PAIR, blockId, takeProfitPrice: 0.55 },
    });
    expect(body.errorMessage).toMatch(/adopt|release/i);
    expect(await sent(who)).toHaveLength(3);
  });

  it('adopted, the block holds what it holds, and takes new targets', async () => {
    const who = await deals.trader();
    const blockId = await cancelled(who);
    const { body } = await settle(who, blockId, 'adopt');
    expect(body).toMatchObject({
      error: null,
      orderBlock: { interference: null, status: 'filled', protection: 'none', secondStopLossPlacedPrice: 0 },
    });
    expect(await live(who)).toEqual([]);
    expect((await settle(who, blockId, 'adopt')).body.error).toMatch(/Nothing happened/);
    expect((await setTargets(who, blockId, BOTH)).body.errorMessage).toBeNull();
    expect(await live(who)).toHaveLength(2);
    await shows(who, { interference: null, status: 'targets-placed', protection: 'exchange' });
  });

  it('released, the block leaves the open rows, and nothing is done about it any more', async () => {
    const who = await deals.trader();
    const blockId = await cancelled(who);
    const { body } = await settle(who, blockId, 'release');
    expect(body).toMatchObject({ error: null, orderBlock: { status: 'released', open: false } });
    expect(await deals.rows(who, 'buy')).toEqual([]);
    await shows(who, { blockId, status: 'released' }, { section: 'history' });
    await price('0.493');
    expect(await sent(who)).toHaveLength(3);
    expect(await reported(who, blockId, 'released')).toHaveLength(1);
  });
});

it('V-07 an unfilled entry canceled on the exchange leaves the open rows, and the history says why', async () => {
  const who = await deals.trader();
  const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  expect((await who.buy({ price: 0.49, ...BOTH, stopLossPrice: 0.45 })).body.error).toBeNull();
  await cancelAll(who);
  await vi.waitFor(async () => expect(await deals.rows(who, 'buy')).toEqual([]), IN_TIME);
  const canceled = {
    status: 'removed',
    interference: null,
    statusReason: expect.stringMatching(/canceled on the exchange/),
  };
  expect(await deals.rows(who, 'history')).toMatchObject([canceled, canceled]);
  const { blocks } = (await who.get('/api/history?market=binance')).body;
  expect(blocks).toMatchObject([{ orders: [canceled] }, { orders: [canceled] }]);
  expect(await reported(who, blockId, 'entry-ended')).toHaveLength(1);
  expect((await who.get('/api/history/summary?market=binance')).body.earned).toEqual([]);
});

it('V-07 an entry that was removed here is not in the history', async () => {
  const who = await deals.trader();
  const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  await who.send('DELETE', '/api/markets/spot/first/', { json: { ...XRP_PAIR, blockId } });
  await vi.waitFor(async () => expect(await deals.rows(who, 'buy')).toEqual([]), IN_TIME);
  expect(await deals.rows(who, 'history')).toEqual([]);
});

it('a partly filled entry cancelled on the exchange: released, its part and its other orders are left alone', async () => {
  const who = await deals.trader();
  await control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '50' });
  const { blockId, firstOrderId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  await price('0.5');
  await shows(who, { status: 'partly-filled', firstFilledQuantity: 50 });
  await setTargets(who, blockId, { takeProfitPrice: 0.546, stopLossPrice: 0.45 });
  await shows(who, { status: 'targets-placed' });
  await byHand(who).del('/api/v3/order', { symbol: 'XRPUSDT', orderId: firstOrderId });
  await shows(who, { interference: 'order-cancelled' });
  expect((await settle(who, blockId, 'release')).body.orderBlock).toMatchObject({ status: 'released' });
  expect((await live(who)).map(({ type }) => type)).toEqual(['STOP_LOSS', 'LIMIT_MAKER']);
  expect(await deals.rows(who, 'buy')).toEqual([]);
});

it('V-08, EX-14: coins that another entry has paid its fee with are not called spent by hand: the rest gets its targets', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await control('balance', { key: who.paperKey, asset: 'XRP', free: '192.1077' });
  // The exchange takes the fee of an entry with targets from what is free: these are for sale there now.
  expect((await who.buy({ price: 0.52, ...BOTH })).body.error).toBeNull();
  await vi.waitFor(async () => expect(await live(who)).toHaveLength(2), IN_TIME);
  await setTargets(who, blockId, BOTH);
  const sizes = async () =>
    (await live(who)).map(({ quantity }) => quantity).toSorted((one, other) => one.localeCompare(other));
  await vi.waitFor(async () => expect(await sizes()).toEqual(['191.9', '191.9', '192.3', '192.3']), IN_TIME);
  // Of the second 0.2 coins are not in its orders: the server watches its stop as well.
  await vi.waitFor(
    async () =>
      expect(await deals.rows(who, 'buy')).toMatchObject([
        { interference: null, protection: 'exchange' },
        { interference: null, protection: 'server' },
      ]),
    IN_TIME,
  );
  expect(await reported(who, blockId, 'interference')).toEqual([]);
});

it('V-08, EX-14: what was sold of another block to pay the fee of an entry that is over is no shortage either', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await control('balance', { key: who.paperKey, asset: 'XRP', free: '192.1077' });
  expect((await who.buy({ price: 0.52, ...BOTH })).body.error).toBeNull();
  await vi.waitFor(async () => expect(await live(who)).toHaveLength(2), IN_TIME);
  await price('0.546');
  await vi.waitFor(async () => expect(await deals.rows(who, 'buy')).toMatchObject([{ blockId }]), IN_TIME);
  await price('0.52');
  // 192.1 are asked for, and 191.9154 are there.
  await setTargets(who, blockId, BOTH);
  const sizes = async () => (await live(who)).map(({ quantity }) => quantity);
  await vi.waitFor(async () => expect(await sizes()).toEqual(['191.9', '191.9']), IN_TIME);
  await shows(who, { interference: null, status: 'targets-placed' });
  expect(await reported(who, blockId, 'interference')).toEqual([]);
  const { body } = await who.send('PUT', '/api/markets/spot/fourth/close', { json: { ...XRP_PAIR, blockId } });
  expect(body.failed).toEqual([]);
  await vi.waitFor(async () => expect(await deals.rows(who, 'buy')).toEqual([]), IN_TIME);
});

describe('base sold on the exchange by hand', () => {
  it('is seen when it is missing; reported once, not tried again, and released', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '10' });
    const { body } = await setTargets(who, blockId, BOTH);
    expect(body.errorMessage).toMatch(/balance is insufficient/i);
    await shows(who, { interference: 'balance-spent' });
    await price('0.521');
    await price('0.493');
    await price('0.52');
    expect(await reported(who, blockId, 'interference')).toHaveLength(1);
    const written = await deals.written(who);
    expect(written.map(({ state }) => state)).toEqual(['filled', 'expired', 'expired']);
    expect((await settle(who, blockId, 'release')).body.orderBlock).toMatchObject({ status: 'released', open: false });
  });

  it('adopted, what is left of it gets its targets; its result is not shown any more', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '50' });
    await setTargets(who, blockId, BOTH);
    await shows(who, { interference: 'balance-spent' });
    expect((await settle(who, blockId, 'adopt')).body).toMatchObject({
      error: null,
      orderBlock: { interference: null, status: 'targets-placed', protection: 'exchange', profitValue: null },
    });
    const targets = (await live(who)).map(({ type, quantity }) => `${type} ${quantity}`);
    expect(targets).toEqual(['STOP_LOSS 50', 'LIMIT_MAKER 50']);
    await price('0.546');
    await shows(who, { blockId, status: 'take-profit-filled', profitValue: null }, { section: 'history' });
  });

  it('adopted, where nothing is left that an order could sell: the block ends', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '0' });
    await setTargets(who, blockId, BOTH);
    await shows(who, { interference: 'balance-spent' });
    expect((await settle(who, blockId, 'adopt')).body.error).toBeNull();
    await shows(who, { blockId, status: 'released', open: false }, { section: 'history' });
  });

  it('V-07 while closing: what is left is sold, and the block is not called closed', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '10' });
    const close = () => who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
    expect((await close()).body.failed).toMatchObject([{ error: expect.stringMatching(/adopt/i) }]);
    await shows(who, { status: 'closing', open: true, interference: 'balance-spent' });
    expect((await sent(who)).slice(1)).toMatchObject([{ side: 'SELL', quantity: '10' }]);
  });
});
