import { expect, it } from 'vitest';
import { eventually, limit, priced, watch, type Floor } from './trading-floor.ts';

export function streams(floor: Floor): void {
  it("tells a key's order, its fill and the balance, live, and nothing of other keys", async () => {
    const { exchange, key, world } = floor;
    const { events, unwatch } = await watch(floor);
    const stranger = await world.newKey();
    const other = await watch(floor, stranger);
    const terms = limit(floor, 'buy', '0.99');
    await exchange.place(key, terms);
    await eventually(() => expect(events).toContainEqual(expect.objectContaining({ kind: 'order', fill: null })));
    await world.setPrice(terms.price);
    await eventually(() => {
      const fills = events.flatMap((event) => (event.kind === 'order' && event.fill !== null ? [event] : []));
      expect(fills.at(-1)).toMatchObject({ order: { state: 'filled', clientOrderId: terms.clientOrderId } });
      expect(fills.at(-1)?.fill?.quantity.toFixed()).toBe(terms.quantity.toFixed());
    });
    await eventually(() => expect(events).toContainEqual({ kind: 'balance' }));
    expect(other.events).toEqual([{ kind: 'gap' }]);
    unwatch();
    other.unwatch();
  });

  it("tells a cancellation by the order's own id", async () => {
    const { events, unwatch } = await watch(floor);
    const terms = limit(floor, 'buy', '0.95');
    await floor.exchange.place(floor.key, terms);
    await floor.exchange.cancel(floor.key, terms);
    await eventually(() => {
      const last = events.findLast((event) => event.kind === 'order');
      expect(last).toMatchObject({ order: { state: 'cancelled', clientOrderId: terms.clientOrderId } });
    });
    unwatch();
  });

  it('two listeners of one key both hear, and hear no more once they stopped', async () => {
    const one = await watch(floor);
    const two = await watch(floor);
    one.unwatch();
    await floor.exchange.place(floor.key, limit(floor, 'buy', '0.95'));
    await eventually(() => expect(two.events.length).toBeGreaterThan(1));
    expect(one.events).toEqual([{ kind: 'gap' }]);
    two.unwatch();
  });

  it('tells trades, with the price exact', async () => {
    const prices: string[] = [];
    let gaps = 0;
    const unwatch = floor.exchange.watchTrades((event) => {
      if (event.kind === 'gap') gaps += 1;
      else if (event.trade.symbol === floor.pair.symbol) prices.push(event.trade.price.toFixed());
    });
    await eventually(() => expect(gaps).toBe(1));
    const price = priced(floor, '1.01');
    await floor.world.setPrice(price);
    await eventually(() => expect(prices).toContain(price.toFixed()));
    unwatch();
  });

  it('M-08: a cut is told as a gap, and both streams live on', async () => {
    const { events, unwatch } = await watch(floor);
    const trades: { kind: string }[] = [];
    const stop = floor.exchange.watchTrades((event) => trades.push(event));
    const gaps = (told: { kind: string }[]) => told.filter(({ kind }) => kind === 'gap').length;
    await eventually(() => expect(gaps(trades)).toBe(1));
    await floor.world.fault({ kind: 'cut-streams' });
    await eventually(() => expect([gaps(events), gaps(trades)]).toEqual([2, 2]));
    await floor.exchange.place(floor.key, limit(floor, 'buy', '0.95'));
    await eventually(() => expect(events.at(-1)?.kind).not.toBe('gap'));
    const known = trades.length;
    await floor.world.setPrice(priced(floor, '1.01'));
    await eventually(() => expect(trades.length).toBeGreaterThan(known));
    unwatch();
    stop();
  });
}
