import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { credentials, ocoTerms, scriptedBinance } from '../../../../tests/factories/scripted-binance.ts';
import type { ListTerms } from '../../exchange.ts';

const big = (text: string) => new Big(text);
const LIST = '/api/v3/orderList';
const { takeProfit, stopLoss } = ocoTerms.targets;
const stopLimit = { ...stopLoss, price: big('0.4930') };
const entry = { clientOrderId: 'tandem-entry', side: 'buy' as const, quantity: big('192.3'), price: big('0.52') };
const common = { clientListId: 'tandem-list', symbol: 'XRPUSDT' };

/** What Binance was sent for these terms, without what every signed call carries. */
async function sentFor(terms: ListTerms) {
  const { exchange, binance } = await scriptedBinance();
  await binance.placeList(credentials, terms);
  const sent = exchange.seen.find(({ method }) => method === 'POST');
  const {
    recvWindow: _window,
    timestamp: _time,
    signature: _signature,
    ...params
  } = Object.fromEntries(sent?.params ?? []);
  return { path: sent?.path, params };
}
const base = { symbol: 'XRPUSDT', listClientOrderId: 'tandem-list', newOrderRespType: 'RESULT' };
const working = {
  workingType: 'LIMIT',
  workingSide: 'BUY',
  workingClientOrderId: 'tandem-entry',
  workingPrice: '0.52',
  workingQuantity: '192.3',
  workingTimeInForce: 'GTC',
};

describe('what is sent for a list', () => {
  it('OCO of a sale: take profit above, stop below', async () => {
    expect(await sentFor(ocoTerms)).toEqual({
      path: `${LIST}/oco`,
      params: {
        ...base,
        side: 'SELL',
        quantity: '192.1',
        aboveType: 'LIMIT_MAKER',
        aboveClientOrderId: 'tandem-profit',
        abovePrice: '0.546',
        belowType: 'STOP_LOSS',
        belowClientOrderId: 'tandem-stop',
        belowStopPrice: '0.494',
      },
    });
  });

  it('OCO of a purchase: the stop above, by limit where it has a price', async () => {
    const targets = { takeProfit, stopLoss: stopLimit };
    expect((await sentFor({ ...ocoTerms, side: 'buy', targets })).params).toEqual({
      ...base,
      side: 'BUY',
      quantity: '192.1',
      aboveType: 'STOP_LOSS_LIMIT',
      aboveClientOrderId: 'tandem-stop',
      aboveStopPrice: '0.494',
      abovePrice: '0.493',
      aboveTimeInForce: 'GTC',
      belowType: 'LIMIT_MAKER',
      belowClientOrderId: 'tandem-profit',
      belowPrice: '0.546',
    });
  });

  it('OCO with a stop that trails, at once or from its price on', async () => {
    const at = async (stop: { clientOrderId: string; stopPrice: Big | null; price: Big | null }) => {
      const targets = { takeProfit, stopLoss: { ...stop, trailingDelta: 300 } };
      const { params } = await sentFor({ ...ocoTerms, targets });
      return [
        params['belowType'],
        params['belowStopPrice'],
        params['belowTrailingDelta'],
        params['aboveTrailingDelta'],
      ];
    };
    expect(await at({ ...stopLoss, stopPrice: null })).toEqual(['STOP_LOSS', undefined, '300', undefined]);
    expect(await at(stopLoss)).toEqual(['STOP_LOSS', '0.494', '300', undefined]);
    expect((await at({ ...stopLimit, stopPrice: null }))[0]).toBe('STOP_LOSS_LIMIT');
  });

  it('a take profit that trails begins at its price, with a stop and without one', async () => {
    const trails = { takeProfit: { ...takeProfit, trailingDelta: 50 }, stopLoss };
    expect((await sentFor({ ...ocoTerms, targets: trails })).params).toMatchObject({
      aboveType: 'TAKE_PROFIT',
      aboveStopPrice: '0.546',
      aboveTrailingDelta: '50',
    });
    const alone = { ...common, kind: 'opo' as const, entry, targets: { ...trails, stopLoss: null } };
    const { path, params } = await sentFor(alone);
    expect(path).toBe(`${LIST}/opo`);
    expect(params).toMatchObject({ pendingType: 'TAKE_PROFIT', pendingStopPrice: '0.546', pendingTrailingDelta: '50' });
    expect(params).not.toHaveProperty('pendingPrice');
  });

  it('OPOCO: targets without a size', async () => {
    expect(await sentFor({ ...common, kind: 'opo', entry, targets: ocoTerms.targets })).toEqual({
      path: `${LIST}/opoco`,
      params: {
        ...base,
        ...working,
        pendingSide: 'SELL',
        pendingAboveType: 'LIMIT_MAKER',
        pendingAboveClientOrderId: 'tandem-profit',
        pendingAbovePrice: '0.546',
        pendingBelowType: 'STOP_LOSS',
        pendingBelowClientOrderId: 'tandem-stop',
        pendingBelowStopPrice: '0.494',
      },
    });
  });

  it('OTOCO of a sale: targets on the other side, the stop above', async () => {
    const sale: ListTerms = {
      ...common,
      kind: 'oto',
      entry: { ...entry, side: 'sell' },
      targetQuantity: big('192.5'),
      targets: {
        takeProfit: { ...takeProfit, price: big('0.494') },
        stopLoss: { ...stopLoss, stopPrice: big('0.546') },
      },
    };
    const { path, params } = await sentFor(sale);
    expect(path).toBe(`${LIST}/otoco`);
    expect(params).toMatchObject({
      workingSide: 'SELL',
      pendingSide: 'BUY',
      pendingQuantity: '192.5',
      pendingAboveType: 'STOP_LOSS',
      pendingAboveStopPrice: '0.546',
      pendingBelowType: 'LIMIT_MAKER',
      pendingBelowPrice: '0.494',
    });
  });

  it('OTO and OPO: one target, a take profit that may be filled at once', async () => {
    const opo = await sentFor({ ...common, kind: 'opo', entry, targets: { takeProfit, stopLoss: null } });
    expect(opo).toEqual({
      path: `${LIST}/opo`,
      params: {
        ...base,
        ...working,
        pendingSide: 'SELL',
        pendingType: 'LIMIT',
        pendingClientOrderId: 'tandem-profit',
        pendingPrice: '0.546',
        pendingTimeInForce: 'GTC',
      },
    });
    const targets = { takeProfit: null, stopLoss: stopLimit };
    const oto = await sentFor({ ...common, kind: 'oto', entry, targetQuantity: big('192.1'), targets });
    expect(oto.path).toBe(`${LIST}/oto`);
    expect(oto.params).toEqual({
      ...base,
      ...working,
      pendingSide: 'SELL',
      pendingType: 'STOP_LOSS_LIMIT',
      pendingClientOrderId: 'tandem-stop',
      pendingStopPrice: '0.494',
      pendingPrice: '0.493',
      pendingTimeInForce: 'GTC',
      pendingQuantity: '192.1',
    });
  });

  it('nothing for an entry without targets', async () => {
    const { exchange, binance } = await scriptedBinance();
    const none = { takeProfit: null, stopLoss: null };
    const refused = await binance.placeList(credentials, { ...common, kind: 'opo', entry, targets: none });
    expect(refused).toMatchObject({ outcome: 'rejected', sentence: expect.stringMatching(/\.$/) });
    expect(exchange.seen).toHaveLength(0);
  });

  it('nothing where Binance keeps no such list for the pair', async () => {
    const { exchange, binance } = await scriptedBinance();
    const symbols = [{ ...exchange.symbol, ocoAllowed: false }];
    exchange.on('GET /api/v3/exchangeInfo', () => ({ body: { rateLimits: [], symbols } }));
    await binance.start();
    expect([...(binance.pairs().get('XRPUSDT')?.lists ?? [])]).toEqual(['oto', 'opo']);
    for (const terms of [ocoTerms, { ...common, kind: 'opo' as const, entry, targets: ocoTerms.targets }]) {
      expect(await binance.placeList(credentials, terms)).toMatchObject({
        outcome: 'rejected',
        sentence: 'Binance keeps no take profit and stop loss together for XRP/USDT: set one of them.',
      });
    }
    expect(exchange.seen.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });

  it('nothing where Binance takes no entry with its targets for the pair', async () => {
    const { exchange, binance } = await scriptedBinance();
    const symbols = [{ ...exchange.symbol, opoAllowed: false }];
    exchange.on('GET /api/v3/exchangeInfo', () => ({ body: { rateLimits: [], symbols } }));
    await binance.start();
    const targets = { takeProfit, stopLoss: null };
    expect(await binance.placeList(credentials, { ...common, kind: 'opo', entry, targets })).toMatchObject({
      outcome: 'rejected',
      sentence: 'Binance takes no entry together with its targets for XRP/USDT: set them once it is filled.',
    });
    expect(exchange.seen.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });
});
