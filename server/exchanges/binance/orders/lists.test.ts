import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { credentials, ocoTerms, scriptedBinance, wireList } from '../../../../tests/factories/scripted-binance.ts';
import type { Reply } from '../../../../tests/doubles/scripted-exchange.ts';

const OCO = 'POST /api/v3/orderList/oco';
const LIST = '/api/v3/orderList';
const error = (code: number, msg = 'Some reason.'): Reply => ({ status: 400, body: { code, msg } });
const { takeProfit } = ocoTerms.targets;
const entry = {
  clientOrderId: 'tandem-entry',
  side: 'buy' as const,
  quantity: new Big('192.3'),
  price: new Big('0.52'),
};
const common = { clientListId: 'tandem-list', symbol: 'XRPUSDT' };

describe('what a list is answered with', () => {
  const placing = async (reply: Reply, route = OCO) => {
    const world = await scriptedBinance({ call: 3_000 });
    world.exchange.on(route, () => reply);
    return world;
  };

  it('its orders, every number exact', async () => {
    const { binance } = await placing({ body: wireList() });
    const placed = await binance.placeList(credentials, ocoTerms);
    expect(placed).toMatchObject({
      outcome: 'accepted',
      list: { exchangeListId: '1', clientListId: 'tandem-list', state: 'open', symbol: 'XRPUSDT' },
    });
    const orders = placed.outcome === 'accepted' ? placed.list.orders : [];
    expect(orders.map(({ type, state, exchangeListId }) => [type, state, exchangeListId])).toEqual([
      ['stop', 'open', '1'],
      ['limit-maker', 'open', '1'],
    ]);
    expect(orders.map(({ stopPrice, price }) => [stopPrice?.toFixed(), price.toFixed()])).toEqual([
      ['0.494', '0'],
      [undefined, '0.546'],
    ]);
  });

  it('pending orders of an OPO, whose size is not known yet', async () => {
    const pending = { ...wireList().orderReports[1], status: 'PENDING_NEW', workingTime: -1, origQty: undefined };
    const body = { ...wireList(), contingencyType: 'OTO', orderReports: [pending] };
    const { binance } = await placing({ body }, `POST ${LIST}/opo`);
    const targets = { takeProfit, stopLoss: null };
    const placed = await binance.placeList(credentials, { ...common, kind: 'opo', entry, targets });
    const order = placed.outcome === 'accepted' ? placed.list.orders[0] : undefined;
    expect([order?.state, order?.quantity.toFixed()]).toEqual(['pending', '0']);
  });

  it.each<[string, Reply]>([
    ['a time-out', 'hang'],
    ['a reset', 'reset'],
    ['503', { status: 503, body: '' }],
    [
      'an order that rests without a size',
      { body: { ...wireList(), orderReports: [{ ...wireList().orderReports[0], origQty: undefined }] } },
    ],
  ])('%s is unknown, and nothing is sent again', async (_name, reply) => {
    const { exchange, binance } = await placing(reply);
    expect(await binance.placeList(credentials, ocoTerms)).toMatchObject({ outcome: 'unknown' });
    expect(exchange.asked(OCO)).toBe(1);
  });
});

describe('M-00: a duplicate list', () => {
  const lookingUp = async (reply: Reply) => {
    const world = await scriptedBinance();
    world.exchange.on(OCO, () => error(-2010, 'Duplicate order sent.'));
    world.exchange.on(`GET ${LIST}`, () => reply);
    answerLegs(world, 'NEW');
    return world.binance.placeList(credentials, ocoTerms);
  };

  it('is the earlier copy', async () => {
    const placed = await lookingUp({ body: wireList() });
    expect(placed).toMatchObject({ outcome: 'accepted', list: { exchangeListId: '1', orders: [{}, {}] } });
  });
  it('that cannot be read is unknown, never rejected', async () => {
    expect(await lookingUp(error(-2018, 'Order list does not exist.'))).toMatchObject({ outcome: 'unknown' });
    expect(await lookingUp({ status: 503, body: '' })).toMatchObject({ outcome: 'unknown' });
  });
});

type World = Awaited<ReturnType<typeof scriptedBinance>>;

/** The list's orders as GET /api/v3/order has them; `filled` names the one that was filled. */
function answerLegs({ exchange }: World, status: string, filled?: string): void {
  exchange.on('GET /api/v3/order', ({ params }) => {
    const leg = wireList().orderReports.find(({ clientOrderId }) => clientOrderId === params.get('origClientOrderId'));
    if (leg === undefined) return error(-2013);
    const over = leg.clientOrderId === filled ? { status: 'FILLED', executedQty: leg.origQty } : { status };
    const expiry = over.status === 'EXPIRED' ? { expiryReason: 'OCO_TRIGGER' } : {};
    return { body: { ...leg, ...over, ...expiry } };
  });
}

describe('cancelling a list', () => {
  const done = { ...wireList(), listStatusType: 'ALL_DONE', listOrderStatus: 'ALL_DONE' };
  const cancelling = async (reply: Reply, lookup: Reply = error(-2018), legs = 'NEW') => {
    const world = await scriptedBinance();
    world.exchange.on(`DELETE ${LIST}`, () => reply);
    world.exchange.on(`GET ${LIST}`, () => lookup);
    answerLegs(world, legs, legs === 'EXPIRED' ? 'tandem-profit' : undefined);
    return world.binance.cancelList(credentials, { symbol: 'XRPUSDT', clientListId: 'tandem-list' });
  };
  const late = error(-2011, 'Unknown order sent.');

  it('tells its orders by their own ids, cancelled', async () => {
    const orderReports = wireList().orderReports.map((report) =>
      Object.assign(report, {
        origClientOrderId: report.clientOrderId,
        clientOrderId: 'the-cancellation',
        status: 'CANCELED',
      }),
    );
    expect(await cancelling({ body: { ...done, orderReports } })).toMatchObject({
      outcome: 'cancelled',
      list: {
        state: 'done',
        orders: [
          { clientOrderId: 'tandem-stop', state: 'cancelled' },
          { clientOrderId: 'tandem-profit', state: 'cancelled' },
        ],
      },
    });
  });

  it('req. 7: that loses to a fill ends in what became of each order', async () => {
    expect(await cancelling(late, { body: done }, 'EXPIRED')).toMatchObject({
      outcome: 'already-done',
      list: {
        state: 'done',
        orders: [
          { clientOrderId: 'tandem-stop', state: 'expired', expiryReason: 'OCO_TRIGGER' },
          { clientOrderId: 'tandem-profit', state: 'filled' },
        ],
      },
    });
  });

  it('of a list that never was is refused', async () => {
    expect(await cancelling(late)).toMatchObject({ outcome: 'rejected', code: -2011 });
  });

  it('refused while the list still shows as open is unknown', async () => {
    expect(await cancelling(late, { body: wireList() })).toMatchObject({ outcome: 'unknown' });
  });
});

describe('looking a list up', () => {
  const found = async (reply: Reply, legs = true) => {
    const world = await scriptedBinance();
    world.exchange.on(`GET ${LIST}`, () => reply);
    if (legs) answerLegs(world, 'NEW');
    else world.exchange.on('GET /api/v3/order', () => error(-2013));
    return world.binance.findList(credentials, { symbol: 'XRPUSDT', clientListId: 'tandem-list' });
  };

  it('reads each of its orders', async () => {
    expect(await found({ body: wireList() })).toMatchObject({ outcome: 'found', list: { orders: [{}, {}] } });
  });
  it('that is not there is absent; one whose orders cannot be read yet is unknown', async () => {
    expect(await found(error(-2018))).toEqual({ outcome: 'absent' });
    expect(await found({ body: wireList() }, false)).toMatchObject({ outcome: 'unknown' });
  });
});
