import { describe, expect, it } from 'vitest';
import { credentials, scriptedBinance, terms, wireOrder } from '../../../../tests/factories/scripted-binance.ts';
import type { Reply } from '../../../../tests/doubles/scripted-exchange.ts';

const ORDER = 'POST /api/v3/order';
const error = (status: number, code: number, msg = 'Some reason.'): Reply => ({ status, body: { code, msg } });
const placing = async (reply: Reply) => {
  const { exchange, binance, logged } = await scriptedBinance({ call: 3_000 });
  exchange.on(ORDER, () => reply);
  return { placement: await binance.place(credentials, terms), exchange, logged };
};

describe('what is accepted', () => {
  it('is an order with its id, its numbers exact', async () => {
    const { placement, exchange } = await placing({ body: wireOrder });
    expect(placement).toMatchObject({
      outcome: 'accepted',
      order: { exchangeOrderId: '7', state: 'open', side: 'buy' },
    });
    const sent = exchange.seen.find(({ method }) => method === 'POST')?.params;
    expect(Object.fromEntries(sent ?? [])).toMatchObject({ price: '0.52', quantity: '192.3', timeInForce: 'GTC' });
  });

  it('carries its parameters in the body, where no access log reads them', async () => {
    const { exchange } = await placing({ body: wireOrder });
    expect(exchange.seen.find(({ method }) => method === 'POST')?.query).toBe('');
  });
});

describe('what is rejected', () => {
  it.each([
    [400, -1013],
    [400, -2010],
    [401, -2015],
    [403, -1002],
    [400, -1100],
  ])('is a refusal with a code: %i with %i', async (status, code) => {
    const { placement } = await placing(error(status, code));
    expect(placement).toMatchObject({ outcome: 'rejected', code, message: 'Some reason.' });
  });
});

describe('what is unknown', () => {
  const replies: [string, Reply][] = [
    ['a time-out', 'hang'],
    ['a reset', 'reset'],
    ['503 with -1007', error(503, -1007)],
    ['-1007 in a 4xx', error(408, -1007)],
    ['-1006 in a 4xx', error(400, -1006)],
    ['500 without a body', { status: 500, body: '' }],
    ['502 in HTML', { status: 502, body: '<html>' }],
    ['403 in HTML', { status: 403, body: '<html>' }],
    ['half a JSON body', { body: '{"symbol":"XRP' }],
    ['an order without an id', { body: { ...wireOrder, orderId: undefined } }],
    ['a number where a text belongs', { body: { ...wireOrder, price: 0.52 } }],
    ['an undocumented state', { body: { ...wireOrder, status: 'SLEEPING' } }],
  ];
  it.each(replies)('is %s, sent once', async (_name, reply) => {
    const { placement, exchange, logged } = await placing(reply);
    expect(placement).toMatchObject({ outcome: 'unknown' });
    expect(exchange.asked(ORDER)).toBe(1);
    const reported = JSON.stringify(placement) + logged.join('');
    expect(reported).not.toContain(credentials.secret);
    expect(reported).not.toContain('signature');
  });

  it('is a port without a listener', async () => {
    const { binance, exchange } = await scriptedBinance({ call: 3_000 });
    await exchange.close();
    exchange.close = async () => {};
    expect(await binance.place(credentials, terms)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('the clock, M-17', () => {
  it.each([7_000, -7_000])(
    'an order that meets -1021 is sent once more, with the time corrected by %i ms',
    async (skew) => {
      const { exchange, binance } = await scriptedBinance();
      exchange.on('GET /api/v3/time', () => ({ body: { serverTime: Date.now() + skew } }));
      exchange.on(ORDER, ({ params }) => {
        const late = Date.now() + skew - Number(params.get('timestamp'));
        return Math.abs(late) < 1_000 ? { body: wireOrder } : error(400, -1021);
      });
      expect(await binance.place(credentials, terms)).toMatchObject({ outcome: 'accepted' });
      expect(exchange.asked(ORDER)).toBe(2);
    },
  );

  it('a second -1021 is a refusal, not a loop', async () => {
    const { placement, exchange } = await placing(error(400, -1021));
    expect(placement).toMatchObject({ outcome: 'rejected', code: -1021 });
    expect(exchange.asked(ORDER)).toBe(2);
  });
});

describe('M-00: a duplicate', () => {
  const duplicate = error(400, -2010, 'Duplicate order sent.');
  const lookingUp = async (reply: Reply) => {
    const { exchange, binance } = await scriptedBinance();
    exchange.on(ORDER, () => duplicate);
    exchange.on('GET /api/v3/order', () => reply);
    return binance.place(credentials, terms);
  };
  it('is the earlier copy', async () => {
    const found = await lookingUp({ body: { ...wireOrder, executedQty: '10.0', status: 'PARTIALLY_FILLED' } });
    expect(found).toMatchObject({ outcome: 'accepted', order: { exchangeOrderId: '7', state: 'partly-filled' } });
  });
  it('that cannot be read is unknown, never rejected', async () => {
    expect(await lookingUp(error(400, -2013))).toMatchObject({ outcome: 'unknown' });
    expect(await lookingUp({ status: 503, body: '' })).toMatchObject({ outcome: 'unknown' });
  });
});

describe('cancelling', () => {
  const late = error(400, -2011, 'Unknown order sent.');
  const cancelling = async (reply: Reply, lookup: Reply = error(400, -2013)) => {
    const { exchange, binance } = await scriptedBinance();
    exchange.on('DELETE /api/v3/order', () => reply);
    exchange.on('GET /api/v3/order', () => lookup);
    return binance.cancel(credentials, terms);
  };
  const cancelled = {
    ...wireOrder,
    clientOrderId: 'the-cancellation',
    origClientOrderId: 'tandem-1',
    status: 'CANCELED',
  };

  it("answers with the order, by the order's own id", async () => {
    const order = { clientOrderId: 'tandem-1', state: 'cancelled' };
    expect(await cancelling({ body: cancelled })).toMatchObject({ outcome: 'cancelled', order });
  });
  it('a leg answers with its whole list', async () => {
    const other = { ...cancelled, origClientOrderId: 'the-other-leg', orderId: 6 };
    const list = { orderListId: 1, contingencyType: 'OCO', orderReports: [other, cancelled] };
    expect(await cancelling({ body: list })).toMatchObject({ outcome: 'cancelled', order: { exchangeOrderId: '7' } });
  });
  it('that loses to a fill tells the fill', async () => {
    const filled = { ...wireOrder, executedQty: '192.3', status: 'FILLED' };
    expect(await cancelling(late, { body: filled })).toMatchObject({
      outcome: 'already-done',
      order: { state: 'filled' },
    });
  });
  it('of an order that never was is refused', async () => {
    expect(await cancelling(late)).toMatchObject({ outcome: 'rejected', code: -2011 });
  });
  it('refused while the order still shows as open is unknown', async () => {
    expect(await cancelling(late, { body: wireOrder })).toMatchObject({ outcome: 'unknown' });
  });
});

describe('fills', () => {
  const trade = (id: number) => ({
    symbol: 'XRPUSDT',
    id,
    orderId: 7,
    price: '0.52',
    qty: '0.1',
    commission: '0.0001',
    commissionAsset: 'XRP',
    time: 1_700_000_000_000,
    isBuyer: true,
  });
  it('are read on page by page, each once', async () => {
    const { exchange, binance } = await scriptedBinance();
    exchange.on('GET /api/v3/myTrades', ({ params }) => {
      const from = Number(params.get('fromId') ?? 1);
      const last = Math.min(from + Number(params.get('limit')) - 1, 2_300);
      return { body: Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => trade(from + index)) };
    });
    const fills = await binance.fills(credentials, { symbol: 'XRPUSDT', fromTradeId: '5' });
    if (fills.outcome !== 'ok') throw new Error('no fills');
    expect(fills.value.map(({ tradeId }) => Number(tradeId))).toEqual(Array.from({ length: 2_296 }, (_, i) => i + 5));
  });
});
