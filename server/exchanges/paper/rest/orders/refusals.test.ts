import { describe, expect, it } from 'vitest';
import {
  type ErrorBody,
  type Fields,
  buyLimit,
  paperBench,
  sellLimit,
} from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();

describe('refusals in Binance’s words', () => {
  const cases: [string, Fields, number, string][] = [
    ['price off the tick', buyLimit('100', '0.52005'), -1013, 'Filter failure: PRICE_FILTER'],
    ['quantity off the step', buyLimit('100.05', '0.52'), -1013, 'Filter failure: LOT_SIZE'],
    ['too small', buyLimit('9.6', '0.52'), -1013, 'Filter failure: NOTIONAL'],
    ['far above', buyLimit('100', '0.6361'), -1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
    ['far below', sellLimit('100', '0.4239'), -1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
    [
      'more than there is',
      sellLimit('10000.1', '0.54'),
      -2010,
      'Account has insufficient balance for requested action.',
    ],
    ['nine decimals', buyLimit('100.000000001', '0.52'), -1111, "Parameter 'quantity' has too much precision."],
    [
      'an exponent',
      buyLimit('1e2', '0.52'),
      -1100,
      String.raw`Illegal characters found in parameter 'quantity'; legal range is '^([0-9]{1,20})(\.[0-9]{1,20})?$'.`,
    ],
    ['nothing', buyLimit('0', '0.52'), -1013, 'Invalid quantity.'],
    ['an unknown side', { ...buyLimit('100', '0.52'), side: 'HOLD' }, -1117, 'Invalid side.'],
    ['an unknown type', { ...buyLimit('100', '0.52'), type: 'WISH' }, -1116, 'Invalid orderType.'],
    ['an unknown validity', { ...buyLimit('100', '0.52'), timeInForce: 'GTD' }, -1115, 'Invalid timeInForce.'],
    ['an unknown symbol', { ...buyLimit('100', '0.52'), symbol: 'XRPEUR' }, -1121, 'Invalid symbol.'],
    [
      'a market order with a price',
      { side: 'BUY', type: 'MARKET', quantity: '100', price: '0.5' },
      -1106,
      "Parameter 'price' sent when not required.",
    ],
    [
      'a market order of nothing',
      { side: 'BUY', type: 'MARKET' },
      -1102,
      "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!",
    ],
    [
      'both sizes of a market order',
      { side: 'BUY', type: 'MARKET', quantity: '100', quoteOrderQty: '100' },
      -1128,
      'Combination of optional parameters invalid.',
    ],
    [
      'a mode of self-trade prevention that is not allowed',
      { ...buyLimit('100', '0.52'), selfTradePreventionMode: 'TRANSFER' },
      -1013,
      'This symbol does not allow the specified self-trade prevention mode.',
    ],
    [
      'a reserved strategy type',
      { ...buyLimit('100', '0.52'), strategyType: 999_999 },
      -1134,
      '`strategyType` was less than 1000000.',
    ],
    [
      'an iceberg',
      { ...buyLimit('100', '0.52'), icebergQty: '10' },
      -2010,
      'Iceberg orders are not supported for this symbol.',
    ],
    [
      'a peg',
      { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '100', pegPriceType: 'PRIMARY_PEG' },
      -2010,
      'Pegged orders are not supported for this symbol.',
    ],
    [
      'a pegged market order',
      { side: 'BUY', type: 'MARKET', quantity: '100', pegPriceType: 'PRIMARY_PEG' },
      -2010,
      'This order type may not use pegged price.',
    ],
    ['a peg of no kind', { ...buyLimit('100', '0.52'), pegPriceType: 'TENT' }, -1210, 'Invalid pegPriceType.'],
    [
      'a strange id',
      { ...buyLimit('100', '0.52'), newClientOrderId: 'no spaces' },
      -1100,
      "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[a-zA-Z0-9-_]{1,36}$'.",
    ],
    [
      'an unknown parameter',
      { ...buyLimit('100', '0.52'), clientOrderId: 'x' },
      -1104,
      "Not all sent parameters were read; read '8' parameter(s) but was sent '9'.",
    ],
    [
      'an empty parameter',
      { ...buyLimit('100', '0.52'), newClientOrderId: '' },
      -1105,
      "Parameter 'newClientOrderId' was empty.",
    ],
  ];
  it.each(cases)('%s', async (...[, fields, code, msg]) => {
    expect(await paper.ann.place(fields)).toMatchObject({ status: 400, body: { code, msg } });
    const { body } = await paper.ann.post<ErrorBody>('/api/v3/order/test', { symbol: 'XRPUSDT', ...fields });
    expect(body.code ?? code).toBe(code);
    expect((await paper.ann.balances()).USDT).toEqual({ free: '10000.00000000', locked: '0.00000000' });
  });

  it('what no symbol offers: amending an order, routing it to other books', async () => {
    const { body } = await paper.ann.place(buyLimit('100', '0.52'));
    const amended = { symbol: 'XRPUSDT', orderId: body.orderId, newQty: '50' };
    expect((await paper.ann.put('/api/v3/order/amend/keepPriority', amended)).body).toEqual({
      code: -2038,
      msg: 'Order amend is not supported for this symbol.',
    });
    expect((await paper.ann.post('/api/v3/sor/order', { symbol: 'XRPUSDT', ...buyLimit('100', '0.52') })).body).toEqual(
      {
        code: -1020,
        msg: 'This operation is not supported.',
      },
    );
  });

  it('mandatory parameters', async () => {
    for (const name of ['side', 'type', 'timeInForce', 'quantity', 'price']) {
      const { [name]: _left, ...fields } = buyLimit('100', '0.52');
      expect((await paper.ann.place(fields)).body).toMatchObject({
        code: -1102,
        msg: `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
      });
    }
  });

  it('the bounds of the percent filter themselves are allowed', async () => {
    expect((await paper.ann.place(buyLimit('100', '0.6360'))).status).toBe(200);
    expect((await paper.ann.place(sellLimit('100', '0.4240'))).status).toBe(200);
    expect((await paper.ann.place(buyLimit('50', '0.1060'))).status).toBe(200);
  });

  it('an id in use among open orders, free again afterwards', async () => {
    const terms = { ...buyLimit('100', '0.52'), newClientOrderId: 'once' };
    await paper.ann.place(terms);
    expect((await paper.ann.place(terms)).body).toMatchObject({ code: -2010, msg: 'Duplicate order sent.' });
    await paper.ann.del('/api/v3/order', { symbol: 'XRPUSDT', origClientOrderId: 'once' });
    expect((await paper.ann.place(terms)).status).toBe(200);
  });

  it('more than 100 unfilled orders in ten seconds, and more than 200 open ones', async () => {
    const terms = { ...buyLimit('10', '0.5200'), recvWindow: 60_000 };
    const answers: number[] = [];
    let skewMs = 0;
    while (!answers.includes(-1013) && answers.length < 300) {
      const { body } = await paper.ann.place(terms);
      answers.push(body.code ?? 0);
      if (body.code !== -1015) continue;
      expect(body.msg).toBe('Too many new orders; current limit is 100 orders per 10 SECOND.');
      skewMs += 10_000;
      await paper.bench.control('clock', { skewMs });
    }
    expect(answers.filter((code) => code === 0)).toHaveLength(200);
    expect(answers).toContain(-1015);
    expect((await paper.ann.place(terms)).body.msg).toBe('Filter failure: MAX_NUM_ORDERS');
  });
});
