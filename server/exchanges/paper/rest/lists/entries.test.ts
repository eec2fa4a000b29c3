import { describe, expect, it } from 'vitest';
import { type ListBody, entry, paperBench, targets } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const ordersOf = (list: ListBody) =>
  Promise.all(list.orders.map(async ({ orderId }) => (await paper.ann.find(orderId)).body));
const reported = async (list: ListBody) =>
  (await ordersOf(list)).map((order) =>
    [order.status, 'origQty' in order ? order.origQty : 'unknown', order.expiryReason].filter(Boolean).join(' '),
  );
const placed = async (kind: string, fields: Record<string, string | number>) => {
  const { status, body } = await paper.ann.placeList(kind, fields);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const withoutXrp = () => paper.bench.control('balance', { key: paper.ann.key, asset: 'XRP', free: '0' });

describe('an OPOCO', () => {
  it('is placed with legs of no size yet, and locks only what the entry needs', async () => {
    const list = await placed('opoco', { ...entry('10', '0.5200'), ...targets('0.56', '0.50') });
    expect(list).toMatchObject({
      contingencyType: 'OTO',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
    });
    expect(list.orderReports.map(({ type, status }) => `${type} ${status}`)).toEqual([
      'LIMIT NEW',
      'STOP_LOSS PENDING_NEW',
      'LIMIT_MAKER PENDING_NEW',
    ]);
    expect(list.orderReports.map((order) => 'origQty' in order)).toEqual([true, false, false]);
    const { USDT, XRP } = await paper.ann.balances();
    expect([USDT?.locked, XRP?.locked]).toEqual(['5.20000000', '0.00000000']);
    expect((await ordersOf(list))[1]).toMatchObject({ isWorking: false, workingTime: -1, stopPrice: '0.50000000' });
  });

  it('sizes its legs by what was received, less the fee, when nothing else could pay that', async () => {
    await withoutXrp();
    const list = await placed('opoco', { ...entry('10', '0.5200'), ...targets('0.56', '0.51') });
    await paper.bench.price('XRPUSDT', '0.5200');
    expect(await reported(list)).toEqual(['FILLED 10.00000000', 'NEW 9.90000000', 'NEW 9.90000000']);
    // 0.09 are less than a step.
    expect((await paper.ann.balances()).XRP).toEqual({ free: '0.09000000', locked: '9.90000000' });
  });

  it('sizes them by all that was bought when free coins pay the fee', async () => {
    const list = await placed('opoco', { ...entry('10', '0.5200'), ...targets('0.56', '0.51') });
    await paper.bench.price('XRPUSDT', '0.5200');
    expect(await reported(list)).toEqual(['FILLED 10.00000000', 'NEW 10.00000000', 'NEW 10.00000000']);
    expect((await paper.ann.balances()).XRP).toEqual({ free: '9999.99000000', locked: '10.00000000' });
  });

  it('keeps what a partial fill brought in until the rest is filled, or gives it back', async () => {
    await withoutXrp();
    const list = await placed('opoco', { ...entry('100', '0.5200'), ...targets('0.56', '0.51') });
    await paper.bench.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: 40 });
    await paper.bench.price('XRPUSDT', '0.5200');
    expect(await reported(list)).toEqual([
      'PARTIALLY_FILLED 100.00000000',
      'PENDING_NEW unknown',
      'PENDING_NEW unknown',
    ]);
    expect((await paper.ann.balances()).XRP).toEqual({ free: '0.00000000', locked: '39.96000000' });
    await paper.ann.del('/api/v3/orderList', { symbol: 'XRPUSDT', orderListId: list.orderListId });
    expect(await reported(list)).toEqual(['CANCELED 100.00000000', 'CANCELED unknown', 'CANCELED unknown']);
    const { XRP, USDT } = await paper.ann.balances();
    expect(XRP).toEqual({ free: '39.96000000', locked: '0.00000000' });
    expect(USDT).toEqual({ free: '9979.20000000', locked: '0.00000000' });
  });

  it('shows an entry that is filled at once as filled, and its legs as they were before', async () => {
    const list = await placed('opoco', {
      ...entry('10', '0.5300'),
      ...targets('0.56', '0.51'),
      newOrderRespType: 'FULL',
    });
    expect(list.listOrderStatus).toBe('EXECUTING');
    expect(list.orderReports.map((order) => order.status)).toEqual(['FILLED', 'PENDING_NEW', 'PENDING_NEW']);
    expect(list.orderReports.map((order) => order.fills.length)).toEqual([1, 0, 0]);
    expect(await reported(list)).toEqual(['FILLED 10.00000000', 'NEW 10.00000000', 'NEW 10.00000000']);
    await paper.bench.price('XRPUSDT', '0.5600');
    expect(await reported(list)).toEqual([
      'FILLED 10.00000000',
      'EXPIRED 10.00000000 OCO_TRIGGER',
      'FILLED 10.00000000',
    ]);
  });

  it('expires the legs of an entry that ends unfilled', async () => {
    const list = await placed('opoco', {
      ...entry('10', '0.5200'),
      workingTimeInForce: 'IOC',
      ...targets('0.56', '0.51'),
    });
    expect(await reported(list)).toEqual([
      'EXPIRED 10.00000000 UNFILLED_IOC_QUANTITY_EXPIRED',
      'EXPIRED unknown OTO_PHASE_ONE_EXPIRED',
      'EXPIRED unknown OTO_PHASE_ONE_EXPIRED',
    ]);
  });
});

describe('an OTOCO', () => {
  it('has legs of a fixed size, for which an account that pays its fee in the bought coin is short', async () => {
    await withoutXrp();
    const terms = { ...entry('10', '0.5200'), ...targets('0.56', '0.51'), pendingQuantity: '10' };
    const list = await placed('otoco', terms);
    expect(list.orderReports.map((order) => order.origQty)).toEqual(['10.00000000', '10.00000000', '10.00000000']);
    await paper.bench.price('XRPUSDT', '0.5200');
    expect(await reported(list)).toEqual([
      'FILLED 10.00000000',
      'EXPIRED 10.00000000 REJECTED',
      'EXPIRED 10.00000000 REJECTED',
    ]);
    expect((await paper.ann.balances()).XRP).toEqual({ free: '9.99000000', locked: '0.00000000' });
  });

  it('goes to work where the coins are there', async () => {
    const list = await placed('otoco', { ...entry('10', '0.5200'), ...targets('0.56', '0.51'), pendingQuantity: '10' });
    await paper.bench.price('XRPUSDT', '0.5200');
    expect(await reported(list)).toEqual(['FILLED 10.00000000', 'NEW 10.00000000', 'NEW 10.00000000']);
    await paper.bench.price('XRPUSDT', '0.5100');
    expect(await reported(list)).toEqual([
      'FILLED 10.00000000',
      'FILLED 10.00000000',
      'EXPIRED 10.00000000 OCO_TRIGGER',
    ]);
  });
});

describe('an OTO and an OPO', () => {
  it('bring one order of any type, that of the OPO sized by the entry', async () => {
    const leg = { pendingType: 'MARKET', pendingSide: 'SELL' };
    const oto = await placed('oto', { ...entry('10', '0.5200'), ...leg, pendingQuantity: '20' });
    expect(oto.orderReports.map(({ type, status }) => `${type} ${status}`)).toEqual([
      'LIMIT NEW',
      'MARKET PENDING_NEW',
    ]);
    const opo = await placed('opo', { ...entry('10', '0.5200'), ...leg });
    await paper.bench.price('XRPUSDT', '0.5200');
    expect(await reported(oto)).toEqual(['FILLED 10.00000000', 'FILLED 20.00000000']);
    expect(await reported(opo)).toEqual(['FILLED 10.00000000', 'FILLED 10.00000000']);
  });

  it('sells first and buys back', async () => {
    const oto = await placed('oto', {
      ...entry('100', '0.5400'),
      workingSide: 'SELL',
      pendingType: 'LIMIT',
      pendingSide: 'BUY',
      pendingPrice: '0.5000',
      pendingTimeInForce: 'GTC',
      pendingQuantity: '100',
    });
    await paper.bench.price('XRPUSDT', '0.5400');
    expect((await paper.ann.balances()).USDT?.locked).toBe('50.00000000');
    await paper.bench.price('XRPUSDT', '0.5000');
    expect(await reported(oto)).toEqual(['FILLED 100.00000000', 'FILLED 100.00000000']);
  });
});
