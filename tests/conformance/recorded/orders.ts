import { expect, it } from 'vitest';
import type { Exchange, Fill } from '../../../server/exchanges/exchange.ts';
import { openRecorded, type RecordedMarket } from '../../factories/recorded-market.ts';

export function recordedOrders(market: RecordedMarket): void {
  const { key, terms } = market;
  const { price: _price, ...rest } = terms;
  const atMarket = { ...rest, type: 'market' as const };

  it('places, finds, lists and cancels a resting order, every number exact', async () => {
    const { exchange } = await openRecorded(market, ['orders/resting']);
    const placed = await exchange.place(key, terms);
    expect(placed).toMatchObject({ outcome: 'accepted', order: { state: 'open', clientOrderId: terms.clientOrderId } });
    const found = await exchange.find(key, terms);
    if (found.outcome !== 'found') throw new Error('not found');
    const { order } = found;
    expect([order.price.toFixed(), order.quantity.toFixed()]).toEqual([
      terms.price.toFixed(),
      terms.quantity.toFixed(),
    ]);
    expect(order).toMatchObject({ symbol: terms.symbol, side: 'buy', type: 'limit', stopPrice: null });
    expect(order.filledQuantity.eq(0)).toBe(true);
    for (const open of [await exchange.openOrders(key), await exchange.openOrders(key, terms.symbol)]) {
      expect(open.outcome === 'ok' && open.value.map(({ clientOrderId }) => clientOrderId)).toEqual([
        terms.clientOrderId,
      ]);
    }
    expect(await exchange.cancel(key, terms)).toMatchObject({
      outcome: 'cancelled',
      order: { state: 'cancelled', clientOrderId: terms.clientOrderId, exchangeOrderId: order.exchangeOrderId },
    });
    expect(await exchange.openOrders(key)).toEqual({ outcome: 'ok', value: [] });
  });

  it('names no broker, and carries the key where no access log reads it', async () => {
    const { exchange, recorded } = await openRecorded(market, ['orders/resting']);
    await exchange.place(key, terms);
    const sent = recorded.seen.filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.referer).toBeUndefined();
    expect(JSON.stringify(sent[0]?.params)).toContain(terms.clientOrderId);
    const addresses = recorded.seen.map(({ path, params }) => path + JSON.stringify(params)).join();
    expect(addresses).not.toContain(key.apiKey);
  });

  it('tells what is free and what is tied up', async () => {
    const { exchange } = await openRecorded(market, ['orders/resting']);
    const balances = await exchange.balances(key);
    if (balances.outcome !== 'ok') throw new Error('no balances');
    const reported = balances.value.map(({ asset, free, locked }) => [asset, free.toFixed(), locked.toFixed()]);
    const { counter } = exchange.pairs().get(terms.symbol) ?? { counter: '' };
    expect(reported).toContainEqual([counter, '9980', '20.000611']);
    expect(reported).toContainEqual(['XRP', '12.5', '0']);
    expect(reported.some(([asset]) => asset === 'BTC')).toBe(false);
  });

  const fillsOf = async (exchange: Exchange, of: Parameters<Exchange['fills']>[1]): Promise<Fill[]> => {
    const fills = await exchange.fills(key, of);
    if (fills.outcome !== 'ok') throw new Error('no fills');
    return fills.value;
  };

  it('a market order fills at once, and its fills add up to it, fee told', async () => {
    const { exchange } = await openRecorded(market, ['orders/market-order']);
    const placed = await exchange.place(key, atMarket);
    if (placed.outcome !== 'accepted') throw new Error('not accepted');
    const { order } = placed;
    expect(order).toMatchObject({ state: 'filled', type: 'market' });
    expect(order.filledCounterQuantity?.toFixed()).toBe('20.053979');
    const { symbol, exchangeOrderId } = order;
    const fills = await fillsOf(exchange, { symbol, exchangeOrderId });
    expect(fills.reduce((sum, fill) => fill.quantity.plus(sum), order.quantity.times(0)).eq(order.quantity)).toBe(true);
    for (const fill of fills) {
      expect(fill).toMatchObject({ side: 'buy', exchangeOrderId });
      expect(fill.commissionAsset).not.toBe('');
      expect(fill.commission.gt(0)).toBe(true);
    }
    expect(fills.map(({ tradedAt }) => tradedAt)).toEqual(
      fills.map(({ tradedAt }) => tradedAt).toSorted((a, b) => a - b),
    );
  });

  it('gives fills from a trade id on, that one included', async () => {
    const { exchange } = await openRecorded(market, ['orders/market-order']);
    const { symbol } = terms;
    const all = await fillsOf(exchange, { symbol });
    const ids = all.map(({ tradeId }) => tradeId);
    expect(new Set(ids).size).toBe(3);
    const later = await fillsOf(exchange, { symbol, fromTradeId: ids[1] ?? '' });
    expect(later.map(({ tradeId }) => tradeId)).toEqual(ids.slice(1));
  });

  it('a cancellation that comes after the fill tells the fill', async () => {
    const { exchange } = await openRecorded(market, ['orders/market-order']);
    expect(await exchange.cancel(key, terms)).toMatchObject({ outcome: 'already-done', order: { state: 'filled' } });
  });

  it('an order that is not there is absent, and its cancellation refused', async () => {
    const { exchange } = await openRecorded(market, ['orders/absent']);
    expect(await exchange.find(key, terms)).toEqual({ outcome: 'absent' });
    expect(await exchange.cancel(key, terms)).toMatchObject({ outcome: 'rejected' });
  });

  it('M-00: the same order twice is one order', async () => {
    const { exchange } = await openRecorded(market, ['orders/duplicate']);
    const first = await exchange.place(key, terms);
    const second = await exchange.place(key, terms);
    if (first.outcome !== 'accepted' || second.outcome !== 'accepted') throw new Error('not accepted');
    expect(second.order.exchangeOrderId).toBe(first.order.exchangeOrderId);
  });

  it('an order filled in parts says how much, also when the rest is cancelled', async () => {
    const { exchange } = await openRecorded(market, ['orders/partly-filled']);
    const found = await exchange.find(key, terms);
    if (found.outcome !== 'found') throw new Error('not found');
    expect(found.order.state).toBe('partly-filled');
    expect([found.order.filledQuantity.toFixed(), found.order.filledCounterQuantity?.toFixed()]).toEqual([
      '2',
      '4.1974',
    ]);
    const cancelled = await exchange.cancel(key, terms);
    expect(cancelled).toMatchObject({ outcome: 'cancelled', order: { state: 'cancelled' } });
    expect(cancelled.outcome === 'cancelled' && cancelled.order.filledQuantity.toFixed()).toBe('2');
  });

  it('waits for a cancellation that was taken on to show', async () => {
    const { exchange } = await openRecorded(market, ['orders/slow-cancel']);
    expect(await exchange.cancel(key, terms)).toMatchObject({ outcome: 'cancelled', order: { state: 'cancelled' } });
  });

  it('EX-7 refuses orders that trail, sends nothing, and says what it takes', async () => {
    const { exchange, recorded } = await openRecorded(market, []);
    const before = recorded.seen.length;
    const pair = exchange.pairs().get(terms.symbol);
    expect(pair?.trailing).toBeNull();
    const stop = { ...rest, side: 'sell' as const, type: 'stop-limit' as const, price: terms.price };
    for (const stopPrice of [terms.price, null]) {
      expect(await exchange.place(key, { ...stop, stopPrice, trailingDelta: 300 })).toMatchObject({
        outcome: 'rejected',
        sentence: expect.stringMatching(/^\w+ has no trailing orders on spot: set a stop at a fixed price\.$/),
      });
    }
    expect(recorded.seen).toHaveLength(before);
  });

  it('refuses order lists, sends nothing, and says what is done instead', async () => {
    const { exchange, recorded } = await openRecorded(market, []);
    const { clientOrderId, symbol, quantity, price } = terms;
    const before = recorded.seen.length;
    const list = { clientListId: 'tandem-list', symbol };
    const targets = {
      takeProfit: { clientOrderId, price },
      stopLoss: { clientOrderId, stopPrice: price, price: null },
    };
    const refused = {
      outcome: 'rejected',
      sentence: expect.stringMatching(/has no order lists: Tandem itself watches/),
    };
    expect(await exchange.placeList(key, { ...list, kind: 'oco', side: 'sell', quantity, targets })).toMatchObject(
      refused,
    );
    expect(await exchange.cancelList(key, list)).toMatchObject(refused);
    expect(await exchange.findList(key, list)).toMatchObject(refused);
    expect(recorded.seen).toHaveLength(before);
  });

  it('knows what trading costs the key', async () => {
    const { exchange } = await openRecorded(market, ['account/fees']);
    const fees = await exchange.commission(key, terms.symbol);
    if (fees.outcome !== 'ok') throw new Error('no fees');
    expect([fees.value.maker.toFixed(), fees.value.taker.toFixed()]).toEqual(['0.001', '0.0018']);
  });
}
