import { expect, it } from 'vitest';
import { limit, market, sumOf, type ExchangeCore } from './trading-floor.ts';

export function orders(core: ExchangeCore): void {
  const filledBuy = async () => {
    const placed = await core.exchange.place(core.key, market(core, 'buy'));
    if (placed.outcome !== 'accepted') throw new Error('not accepted');
    return placed.order;
  };

  it('places, finds, lists and cancels a resting order, every number exact', async () => {
    const { exchange, key } = core;
    const terms = limit(core, 'buy', '0.95');
    const placed = await exchange.place(key, terms);
    expect(placed).toMatchObject({ outcome: 'accepted', order: { state: 'open', clientOrderId: terms.clientOrderId } });
    const found = await exchange.find(key, terms);
    if (found.outcome !== 'found') throw new Error('not found');
    const { order } = found;
    expect([order.price.toFixed(), order.quantity.toFixed()]).toEqual([
      terms.price.toFixed(),
      terms.quantity.toFixed(),
    ]);
    expect(order.filledQuantity.eq(0)).toBe(true);
    expect(Math.abs((order.placedAt ?? 0) - order.updatedAt)).toBeLessThan(60_000);
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

  it('ties up what a resting order needs, and frees it with the cancellation', async () => {
    const { exchange, key, pair } = core;
    const held = async () => {
      const balances = await exchange.balances(key);
      const counter =
        balances.outcome === 'ok' ? balances.value.find(({ asset }) => asset === pair.counter) : undefined;
      return { free: counter?.free.toFixed(), locked: counter?.locked.toFixed() };
    };
    const before = await held();
    const terms = limit(core, 'buy', '0.95');
    await exchange.place(key, terms);
    expect((await held()).locked).toBe(terms.price.times(terms.quantity).toFixed());
    await exchange.cancel(key, terms);
    expect(await held()).toEqual(before);
  });

  it('a market order fills at once, and its fills add up to it, fee told', async () => {
    const order = await filledBuy();
    expect(order.state).toBe('filled');
    const { symbol, exchangeOrderId } = order;
    const fills = await core.exchange.fills(core.key, { symbol, exchangeOrderId });
    if (fills.outcome !== 'ok') throw new Error('no fills');
    expect(sumOf(fills.value).toFixed()).toBe(order.quantity.toFixed());
    for (const fill of fills.value) {
      expect(fill).toMatchObject({ side: 'buy', exchangeOrderId, commissionAsset: core.pair.base });
      expect(fill.commission.gt(0)).toBe(true);
    }
  });

  it('gives fills from a trade id on, that one included', async () => {
    await filledBuy();
    await filledBuy();
    const { symbol } = core.pair;
    const all = await core.exchange.fills(core.key, { symbol });
    if (all.outcome !== 'ok') throw new Error('no fills');
    const ids = all.value.map(({ tradeId }) => tradeId);
    expect(new Set(ids).size).toBe(ids.length);
    const later = await core.exchange.fills(core.key, { symbol, fromTradeId: ids[1] ?? '' });
    expect(later.outcome === 'ok' && later.value.map(({ tradeId }) => tradeId)).toEqual(ids.slice(1));
  });

  it('req. 7: a cancellation that comes after the fill tells the fill', async () => {
    const order = await filledBuy();
    const late = await core.exchange.cancel(core.key, order);
    expect(late).toMatchObject({ outcome: 'already-done', order: { state: 'filled' } });
  });

  it('an order that is not there is absent, and its cancellation refused', async () => {
    const nothing = { symbol: core.pair.symbol, clientOrderId: 'tandem-nothing' };
    expect(await core.exchange.find(core.key, nothing)).toEqual({ outcome: 'absent' });
    expect(await core.exchange.cancel(core.key, nothing)).toMatchObject({ outcome: 'rejected' });
  });

  it('M-00: the same order twice is one order', async () => {
    const { exchange, key } = core;
    const terms = limit(core, 'buy', '0.95');
    const first = await exchange.place(key, terms);
    const second = await exchange.place(key, terms);
    if (first.outcome !== 'accepted' || second.outcome !== 'accepted') throw new Error('not accepted');
    expect(second.order.exchangeOrderId).toBe(first.order.exchangeOrderId);
    const open = await exchange.openOrders(key);
    expect(open.outcome === 'ok' && open.value.length).toBe(1);
  });

  it("says the spec's sentence for an order under the minimum", async () => {
    const tiny = { ...limit(core, 'buy', '0.95'), quantity: core.pair.minQuantity };
    const refused = await core.exchange.place(core.key, tiny);
    expect(refused).toMatchObject({
      outcome: 'rejected',
      sentence: expect.stringMatching(/^Total value of the order should be more than 6USDT/),
    });
  });

  it("says the spec's sentence for a price far from the market", async () => {
    const refused = await core.exchange.place(core.key, limit(core, 'sell', '0.5'));
    expect(refused).toMatchObject({
      outcome: 'rejected',
      sentence: expect.stringMatching(
        /^Request falls outside the acceptable price range based on the average of previous trades/,
      ),
    });
  });

  it('says so in a sentence when the balance is insufficient', async () => {
    const terms = limit(core, 'buy', '0.95');
    const refused = await core.exchange.place(core.key, { ...terms, quantity: terms.quantity.times(10_000) });
    expect(refused).toMatchObject({
      outcome: 'rejected',
      sentence: expect.stringMatching(/balance.*\.$/i),
    });
  });

  it('req. 8: an order filled in part and cancelled keeps what was filled', async () => {
    const { exchange, key, world, pair } = core;
    const terms = limit(core, 'buy', '0.99');
    await exchange.place(key, terms);
    await world.fillAtMost(pair.step.times(10));
    await world.setPrice(terms.price);
    const found = await exchange.find(key, terms);
    if (found.outcome !== 'found') throw new Error('not found');
    expect(found.order.state).toBe('partly-filled');
    expect(found.order.filledQuantity.toFixed()).toBe(pair.step.times(10).toFixed());
    const cancelled = await exchange.cancel(key, terms);
    if (cancelled.outcome !== 'cancelled') throw new Error('not cancelled');
    expect(cancelled.order.state).toBe('cancelled');
    expect(cancelled.order.filledQuantity.toFixed()).toBe(pair.step.times(10).toFixed());
    const { symbol, exchangeOrderId } = cancelled.order;
    const fills = await exchange.fills(key, { symbol, exchangeOrderId });
    expect(fills.outcome === 'ok' && sumOf(fills.value).toFixed()).toBe(pair.step.times(10).toFixed());
  });
}
