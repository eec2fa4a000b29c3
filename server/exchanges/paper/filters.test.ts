import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { type Fields, buyLimit, paperBench } from '../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const MARKET = { side: 'SELL', type: 'MARKET' };
const stop = (more: Fields): Fields => ({
  side: 'SELL',
  type: 'STOP_LOSS',
  quantity: '100',
  stopPrice: '0.50',
  ...more,
});
const place = async (fields: Fields) => (await paper.ann.place(fields)).body;
const failure = (filter: string) => ({ code: -1013, msg: `Filter failure: ${filter}` });

describe('the filters of a symbol', () => {
  it.each([
    ['PRICE_FILTER of a stop price', stop({ stopPrice: '0.50005' }), 'PRICE_FILTER'],
    ['PRICE_FILTER of nothing', stop({ stopPrice: '0' }), 'PRICE_FILTER'],
    ['LOT_SIZE', stop({ quantity: '100.05' }), 'LOT_SIZE'],
    ['LOT_SIZE of a market order', { ...MARKET, quantity: '0.05' }, 'LOT_SIZE'],
    ['NOTIONAL of a market order', { ...MARKET, quantity: '9.4' }, 'NOTIONAL'],
    ['NOTIONAL of what is to be spent', { ...MARKET, side: 'BUY', quoteOrderQty: '4.99' }, 'NOTIONAL'],
    ['NOTIONAL of a stop, at its stop price', stop({ quantity: '9.9' }), 'NOTIONAL'],
    [
      'NOTIONAL of a stop with a limit, at its limit',
      stop({ type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', quantity: '10', price: '0.4999' }),
      'NOTIONAL',
    ],
    [
      'PERCENT_PRICE_BY_SIDE of a limit behind a trigger',
      stop({ type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', price: '0.4239' }),
      'PERCENT_PRICE_BY_SIDE',
    ],
  ])('%s', async (...[, fields, filter]) => {
    expect(await place(fields)).toEqual(failure(filter));
  });

  it('let pass what is just large enough', async () => {
    expect(await place({ ...MARKET, quantity: '9.5' })).toMatchObject({ status: 'FILLED' });
    expect(await place({ ...MARKET, side: 'BUY', quoteOrderQty: '5.1' })).toMatchObject({ status: 'FILLED' });
    expect((await place(stop({ quantity: '10' }))).code).toBeUndefined();
  });

  it('leave the trigger itself free of the percent bounds', async () => {
    expect((await place(stop({ stopPrice: '0.1', quantity: '1000' }))).code).toBeUndefined();
  });

  it('bound what goes to the market at once more narrowly', async () => {
    type Filter = Record<'filterType' | 'maxQty', string>;
    const info = await paper.bench.call<{ symbols: { filters: Filter[] }[] }>('/api/v3/exchangeInfo?symbol=XRPUSDT');
    const bounds = info.body.symbols[0]?.filters.find((filter) => filter.filterType === 'MARKET_LOT_SIZE');
    const most = new Big(bounds?.maxQty ?? 0).round(1, Big.roundDown);
    const [largest, larger] = [most.toFixed(1), most.plus('0.1').toFixed(1)];
    expect(await place({ ...MARKET, quantity: larger })).toEqual(failure('MARKET_LOT_SIZE'));
    expect(await place(stop({ quantity: larger }))).toEqual(failure('MARKET_LOT_SIZE'));
    expect(await place({ ...MARKET, quantity: largest })).toMatchObject({ code: -2010 });
    expect(await place({ ...buyLimit(larger, '0.5') })).toMatchObject({ code: -2010 });
  });

  it('bound the worth of an order from above, but not of one that goes to the market', async () => {
    await paper.bench.price('BTCUSDT', '64000');
    const btc = { symbol: 'BTCUSDT', quantity: '140.62501' };
    expect(await place({ ...buyLimit('', '64000'), ...btc })).toEqual(failure('NOTIONAL'));
    expect(await place({ ...buyLimit('', '64000'), ...btc, quantity: '140.625' })).toMatchObject({ code: -2010 });
    const more = { side: 'BUY', type: 'MARKET', symbol: 'BTCUSDT', quoteOrderQty: '9000001' };
    expect(await place(more)).toMatchObject({ code: -2010 });
  });

  it('count five orders with a trigger, waiting ones included, a pair of stop and limit as one', async () => {
    const entry = { workingType: 'LIMIT', workingSide: 'BUY', workingPrice: '0.50', workingTimeInForce: 'GTC' };
    const legs = {
      pendingSide: 'SELL',
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: '0.60',
      pendingBelowType: 'STOP_LOSS',
      pendingBelowStopPrice: '0.45',
    };
    expect((await paper.ann.placeList('opoco', { ...entry, workingQuantity: '100', ...legs })).status).toBe(200);
    for (const stopPrice of ['0.40', '0.41', '0.42', '0.43'])
      expect((await place(stop({ stopPrice }))).code).toBeUndefined();
    expect(await place(stop({}))).toEqual({ code: -2010, msg: 'Filter failure: MAX_NUM_ALGO_ORDERS' });
    expect((await place(buyLimit('100', '0.5'))).code).toBeUndefined();
    await paper.ann.del('/api/v3/openOrders', { symbol: 'XRPUSDT' });
    expect((await place(stop({}))).code).toBeUndefined();
  });

  it('count twenty lists', async () => {
    const list = (above: Fields) =>
      paper.ann.placeList('oto', {
        workingType: 'LIMIT',
        workingSide: 'BUY',
        workingPrice: '0.50',
        workingTimeInForce: 'GTC',
        workingQuantity: '10',
        pendingType: 'LIMIT_MAKER',
        pendingSide: 'SELL',
        pendingPrice: '0.60',
        pendingQuantity: '10',
        ...above,
      });
    for (let count = 0; count < 20; count += 1) expect((await list({})).status).toBe(200);
    expect((await list({})).body).toEqual(failure('MAX_NUM_ORDER_LISTS'));
  });

  it('are shown by exchangeInfo', async () => {
    const { body } = await paper.bench.call<{ symbols: Record<string, unknown>[] }>(
      '/api/v3/exchangeInfo?symbol=XRPUSDT',
    );
    const [symbol] = body.symbols;
    expect(symbol).toMatchObject({
      ocoAllowed: true,
      otoAllowed: true,
      opoAllowed: true,
      cancelReplaceAllowed: true,
      allowTrailingStop: true,
    });
    expect(symbol?.orderTypes).toEqual(
      expect.arrayContaining(['STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT', 'LIMIT_MAKER']),
    );
    expect(symbol?.filters).toEqual([
      { filterType: 'PRICE_FILTER', minPrice: '0.00010000', maxPrice: '10000.00000000', tickSize: '0.00010000' },
      { filterType: 'LOT_SIZE', minQty: '0.10000000', maxQty: '9222449.00000000', stepSize: '0.10000000' },
      {
        filterType: 'MARKET_LOT_SIZE',
        minQty: '0.00000000',
        maxQty: expect.stringMatching(/^\d+\.\d{8}$/),
        stepSize: '0.00000000',
      },
      {
        filterType: 'PERCENT_PRICE_BY_SIDE',
        bidMultiplierUp: '1.2',
        bidMultiplierDown: '0.2',
        askMultiplierUp: '5',
        askMultiplierDown: '0.8',
        avgPriceMins: 5,
      },
      {
        filterType: 'NOTIONAL',
        minNotional: '5.00000000',
        applyMinToMarket: true,
        maxNotional: '9000000.00000000',
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
      {
        filterType: 'TRAILING_DELTA',
        minTrailingAboveDelta: 10,
        maxTrailingAboveDelta: 2000,
        minTrailingBelowDelta: 10,
        maxTrailingBelowDelta: 2000,
      },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
      { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 5 },
      { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: 20 },
    ]);
  });
});
