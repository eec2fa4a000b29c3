import { expect, it } from 'vitest';
import { floorTo } from '#contracts/rules/steps.ts';
import type { AccountEvent, Trade } from '../../server/exchanges/exchange.ts';
import { eventually, limit, market, priced, sumOf, watch, type ExchangeCore } from './trading-floor.ts';

export function streams(core: ExchangeCore): void {
  it("tells a key's order, its fill and the balance, live, and nothing of other keys", async () => {
    const { exchange, key, pair, world } = core;
    const { events, unwatch } = await watch(core);
    const stranger = await world.newKey();
    const other = await watch(core, stranger);
    const terms = limit(core, 'buy', '0.99');
    await exchange.place(key, terms);
    await eventually(() => expect(events).toContainEqual(expect.objectContaining({ kind: 'order', fill: null })));
    await world.setPrice(terms.price);
    await eventually(() => {
      const fills = events.flatMap((event) => (event.kind === 'order' && event.fill !== null ? [event] : []));
      expect(fills.at(-1)).toMatchObject({ order: { state: 'filled', clientOrderId: terms.clientOrderId } });
      expect(fills.at(-1)?.fill?.quantity.toFixed()).toBe(terms.quantity.toFixed());
    });
    const { base } = pair;
    await eventually(async () => {
      const now = await exchange.balances(key);
      const held = now.outcome === 'ok' ? now.value.find(({ asset }) => asset === base) : undefined;
      const reported = events.flatMap((event) => (event.kind === 'balance' ? event.balances : []));
      expect(reported.findLast(({ asset }) => asset === base)).toEqual(held);
      expect(held).toBeDefined();
    });
    expect(other.events).toEqual([{ kind: 'gap' }]);
    unwatch();
    other.unwatch();
  });

  it('req. 1: what was filled while the line was cut is found after the gap, each fill once', async () => {
    const { key, world } = core;
    const adapter = world.adapter(Date.now);
    await adapter.start();
    const events: AccountEvent[] = [];
    adapter.watchAccount(key, (event) => events.push(event));
    await eventually(() => expect(events).toEqual([{ kind: 'gap' }]));
    const before = await adapter.place(key, market(core, 'buy'));
    if (before.outcome !== 'accepted') throw new Error('not accepted');
    const known = await adapter.fills(key, { symbol: core.pair.symbol });
    const last = known.outcome === 'ok' ? known.value.at(-1) : undefined;
    const terms = limit(core, 'buy', '0.99');
    await adapter.place(key, terms);
    await world.fault({ kind: 'down' });
    await world.setPrice(terms.price);
    const gapsBefore = events.filter(({ kind }) => kind === 'gap').length;
    await world.calm();
    await eventually(() => expect(events.filter(({ kind }) => kind === 'gap').length).toBeGreaterThan(gapsBefore));
    expect(await adapter.find(key, terms)).toMatchObject({ outcome: 'found', order: { state: 'filled' } });
    expect(await adapter.openOrders(key)).toEqual({ outcome: 'ok', value: [] });
    const since = await adapter.fills(key, { symbol: terms.symbol, fromTradeId: last?.tradeId ?? '' });
    if (since.outcome !== 'ok') throw new Error('no fills');
    const missed = since.value.filter(({ tradeId }) => tradeId !== last?.tradeId);
    expect(sumOf(missed).toFixed()).toBe(terms.quantity.toFixed());
    expect(new Set(missed.map(({ tradeId }) => tradeId)).size).toBe(missed.length);
    await adapter.stop();
  });

  it('req. 2: an order filled in many parts is told by each, once, and its state only moves forward', async () => {
    const { exchange, key, pair, world } = core;
    const { events, unwatch } = await watch(core);
    const terms = limit(core, 'buy', '0.99');
    await exchange.place(key, terms);
    await world.fillAtMost(floorTo(pair.step, terms.quantity.div(3)));
    for (let parts = 0; parts < 4; parts += 1) await world.setPrice(terms.price);
    const reported = () => events.flatMap((event) => (event.kind === 'order' && event.fill !== null ? [event] : []));
    await eventually(() => expect(reported().at(-1)?.order.state).toBe('filled'));
    const fills = reported().flatMap(({ fill }) => (fill === null ? [] : [fill]));
    expect(fills.length).toBeGreaterThan(2);
    expect(new Set(fills.map(({ tradeId }) => tradeId)).size).toBe(fills.length);
    expect(sumOf(fills).toFixed()).toBe(terms.quantity.toFixed());
    for (const [index, { order }] of reported().entries()) {
      expect(order.filledQuantity.toFixed()).toBe(sumOf(fills.slice(0, index + 1)).toFixed());
    }
    const read = await exchange.fills(key, {
      symbol: terms.symbol,
      exchangeOrderId: reported()[0]?.order.exchangeOrderId ?? '',
    });
    expect(read.outcome === 'ok' && read.value.map(({ tradeId }) => tradeId)).toEqual(
      fills.map(({ tradeId }) => tradeId),
    );
    unwatch();
  });

  it('req. 4: a key that is refused is told nothing, and troubles neither the process nor other keys', async () => {
    const { world, key } = core;
    const adapter = world.adapter(Date.now);
    await adapter.start();
    const refused: AccountEvent[] = [];
    const wrong = [
      { ...key, secret: 'x'.repeat(64) },
      { ...key, apiKey: 'A'.repeat(64) },
    ];
    const leave = wrong.map((credentials) => adapter.watchAccount(credentials, (event) => refused.push(event)));
    const stranger = await world.newKey();
    const events: AccountEvent[] = [];
    adapter.watchAccount(stranger, (event) => events.push(event));
    await eventually(() => expect(events).toEqual([{ kind: 'gap' }]));
    await adapter.place(stranger, limit(core, 'buy', '0.95'));
    await eventually(() => expect(events).toContainEqual(expect.objectContaining({ kind: 'order' })));
    expect(refused).toEqual([]);
    for (const stop of leave) stop();
    await adapter.stop();
  });

  it("tells a cancellation by the order's own id", async () => {
    const { events, unwatch } = await watch(core);
    const terms = limit(core, 'buy', '0.95');
    await core.exchange.place(core.key, terms);
    await core.exchange.cancel(core.key, terms);
    await eventually(() => {
      const last = events.findLast((event) => event.kind === 'order');
      expect(last).toMatchObject({ order: { state: 'cancelled', clientOrderId: terms.clientOrderId } });
    });
    unwatch();
  });

  it('two listeners of one key both hear, and hear no more once they stopped', async () => {
    const one = await watch(core);
    const two = await watch(core);
    one.unwatch();
    await core.exchange.place(core.key, limit(core, 'buy', '0.95'));
    await eventually(() => expect(two.events.length).toBeGreaterThan(1));
    expect(one.events).toEqual([{ kind: 'gap' }]);
    two.unwatch();
  });

  it('tells trades, with the price exact, and where it can once more, when it is asked for their time', async () => {
    const { symbol } = core.pair;
    const receive: Trade[] = [];
    let gaps = 0;
    const unwatch = core.exchange.watchTrades((event) => {
      if (event.kind === 'gap') gaps += 1;
      else if (event.trade.symbol === symbol) receive.push(event.trade);
    });
    await eventually(() => expect(gaps).toBe(1));
    const price = priced(core, '1.01');
    await core.world.setPrice(price);
    const isIt = (trade: Trade) => trade.price.eq(price);
    await eventually(() => expect(receive.some(isIt)).toBe(true));
    unwatch();
    const { time } = receive.find(isIt)!;
    const again = await core.exchange.trades?.({ symbol, startTime: time, endTime: time });
    const found = again?.outcome === 'ok' ? again.value : again;
    expect(found).toEqual(again && expect.arrayContaining([{ symbol, price, time }]));
  });

  it('M-08: a cut is told as a gap, and both streams live on', async () => {
    const { events, unwatch } = await watch(core);
    const trades: { kind: string }[] = [];
    const stop = core.exchange.watchTrades((event) => trades.push(event));
    const gaps = (reported: { kind: string }[]) => reported.filter(({ kind }) => kind === 'gap').length;
    await eventually(() => expect(gaps(trades)).toBe(1));
    await core.world.fault({ kind: 'cut-streams' });
    await eventually(() => expect([gaps(events), gaps(trades)]).toEqual([2, 2]));
    await core.exchange.place(core.key, limit(core, 'buy', '0.95'));
    await eventually(() => expect(events.at(-1)?.kind).not.toBe('gap'));
    const known = trades.length;
    await core.world.setPrice(priced(core, '1.01'));
    await eventually(() => expect(trades.length).toBeGreaterThan(known));
    unwatch();
    stop();
  });
}
