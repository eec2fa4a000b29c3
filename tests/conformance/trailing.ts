import { describe, expect, it, beforeEach } from 'vitest';
import type { OrderTerms } from '../../server/domain/market/exchange-order.ts';
import type { ExchangeOrder, ListTerms } from '../../server/exchanges/exchange.ts';
import { eventually, freshId, limit, priced, watch, type ExchangeCore } from './trading-floor.ts';

type Kind = 'stop' | 'stop-limit' | 'take-profit' | 'take-profit-limit';
interface Asked {
  side?: 'buy' | 'sell';
  type?: Kind;
  /** A factor of the price; without one it follows at once. */
  begins?: string;
  delta?: number;
}

function trailing(core: ExchangeCore, { side = 'sell', type = 'stop', begins, delta = 300 }: Asked = {}): OrderTerms {
  const { price: _price, ...common } = limit(core, side, '1');
  const stopPrice = begins === undefined ? null : priced(core, begins);
  const trigger = { ...common, stopPrice, trailingDelta: delta };
  if (type === 'stop' || type === 'take-profit') return { ...trigger, type };
  return { ...trigger, type, price: priced(core, '1') };
}

/** Orders that follow the market and are set off when it turns. */
export function trailings(core: ExchangeCore): void {
  it('an exchange without trailing orders refuses them in a sentence, and nothing is placed', async ({ skip }) => {
    const { exchange, key, pair } = core;
    skip(pair.trailing !== null, 'it has them');
    const refused = await exchange.place(key, trailing(core));
    expect(refused).toMatchObject({ outcome: 'rejected', sentence: expect.stringMatching(/^[A-Z].*trailing.*\.$/) });
    expect(await exchange.openOrders(key)).toEqual({ outcome: 'ok', value: [] });
  });
  describe('EX-7 a trailing order', () => {
    beforeEach(({ skip }) => skip(core.pair.trailing === null, 'no trailing orders here'));
    single(core);
  });
  describe('EX-7 a trailing leg', () => {
    beforeEach(({ skip }) => skip(core.pair.trailing === null || !core.pair.lists.has('opo'), 'no such lists here'));
    legs(core);
  });
}

async function find({ exchange, key }: ExchangeCore, terms: OrderTerms): Promise<ExchangeOrder | undefined> {
  const found = await exchange.find(key, terms);
  return found.outcome === 'found' ? found.order : undefined;
}

function single(core: ExchangeCore): void {
  it.for([
    ['sell', 'stop', '0.95'],
    ['buy', 'stop-limit', '1.05'],
    ['sell', 'take-profit-limit', '1.05'],
    ['buy', 'take-profit', '0.95'],
  ] as const)('a %s %s is read back with its distance, whether it follows or waits', async ([side, type, begins]) => {
    const { exchange, key } = core;
    const [now, later] = [trailing(core, { side, type }), trailing(core, { side, type, begins })];
    for (const terms of [now, later]) {
      expect(await exchange.place(key, terms)).toMatchObject({
        outcome: 'accepted',
        order: { type, side, state: 'open', trailing: { delta: 300 } },
      });
    }
    const open = await exchange.openOrders(key, core.pair.symbol);
    const orders = open.outcome === 'ok' ? open.value : [];
    expect(orders.map(({ stopPrice }) => stopPrice?.toFixed())).toEqual([undefined, priced(core, begins).toFixed()]);
    expect(orders.map((order) => order.trailing)).toEqual([
      { delta: 300, since: expect.any(Number) },
      { delta: 300, since: null },
    ]);
    expect(await exchange.cancel(key, later)).toMatchObject({
      outcome: 'cancelled',
      order: { trailing: { delta: 300 } },
    });
    expect(await exchange.cancel(key, now)).toMatchObject({ outcome: 'cancelled' });
  });

  it('a sale follows the highest trade and is set off below it, not before', async () => {
    const { exchange, key, world } = core;
    const terms = trailing(core, { delta: 500 });
    const { events, unwatch } = await watch(core);
    expect(await exchange.place(key, terms)).toMatchObject({ outcome: 'accepted' });
    for (const factor of ['0.96', '1.05', '1.0']) await world.setPrice(priced(core, factor));
    expect(await find(core, terms)).toMatchObject({ state: 'open' });
    await world.setPrice(priced(core, '0.9974'));
    await eventually(() =>
      expect(events.findLast(({ kind }) => kind === 'order')).toMatchObject({
        order: {
          clientOrderId: terms.clientOrderId,
          state: 'filled',
          trailing: { delta: 500, since: expect.any(Number) },
        },
      }),
    );
    unwatch();
  });

  it('a purchase begins at its stop price and follows the lowest trade', async () => {
    const { exchange, key, world } = core;
    const terms = trailing(core, { side: 'buy', type: 'take-profit', begins: '0.95', delta: 400 });
    expect(await exchange.place(key, terms)).toMatchObject({ outcome: 'accepted' });
    for (const factor of ['1.1', '0.96', '0.95', '0.9', '0.93']) await world.setPrice(priced(core, factor));
    expect(await find(core, terms)).toMatchObject({ state: 'open', trailing: { since: expect.any(Number) } });
    await world.setPrice(priced(core, '0.939'));
    await eventually(async () => expect(await find(core, terms)).toMatchObject({ state: 'filled' }));
  });

  it('a distance out of bounds is refused, with the bounds', async () => {
    const { exchange, key, pair } = core;
    const bounds = pair.trailing?.below;
    for (const delta of [(bounds?.min ?? 0) - 1, (bounds?.max ?? 0) + 1]) {
      const refused = await exchange.place(key, trailing(core, { delta }));
      const said = expect.stringMatching(
        new RegExp(`${(bounds?.min ?? 0) / 100}% to ${(bounds?.max ?? 0) / 100}%.*\\.$`),
      );
      expect(refused).toMatchObject({ outcome: 'rejected', sentence: said });
    }
  });
}

function legs(core: ExchangeCore): void {
  const targets = () => ({
    takeProfit: { clientOrderId: freshId(), price: priced(core, '1.05') },
    stopLoss: { clientOrderId: freshId(), stopPrice: null, price: null, trailingDelta: 400 },
  });
  const common = (side: 'buy' | 'sell') => ({ clientListId: freshId(), ...limit(core, side, '0.99') });
  const statesOf = async (terms: ListTerms) => {
    const found = await core.exchange.findList(core.key, terms);
    return found.outcome === 'found' ? found.list.orders.map(({ state }) => state) : found.outcome;
  };

  it('stands together with a take profit, which ends when it is set off', async () => {
    const { exchange, key, world } = core;
    const { clientListId, symbol, quantity } = common('sell');
    const terms: ListTerms = { kind: 'oco', clientListId, symbol, quantity, side: 'sell', targets: targets() };
    const placed = await exchange.placeList(key, terms);
    expect(placed).toMatchObject({
      outcome: 'accepted',
      list: { orders: [{ type: 'stop', trailing: { delta: 400 } }, {}] },
    });
    for (const factor of ['1.04', '0.9985']) await world.setPrice(priced(core, factor));
    expect(await statesOf(terms)).toEqual(['open', 'open']);
    await world.setPrice(priced(core, '0.9984'));
    await eventually(async () => expect(await statesOf(terms)).toEqual(['filled', 'expired']));
  });

  it('a take profit that trails begins at its price', async () => {
    const { exchange, key, world } = core;
    const { clientListId, symbol, quantity } = common('sell');
    const { takeProfit } = targets();
    const stopLoss = { clientOrderId: freshId(), stopPrice: priced(core, '0.9'), price: null };
    const both = { takeProfit: { ...takeProfit, trailingDelta: 200 }, stopLoss };
    const terms: ListTerms = { kind: 'oco', clientListId, symbol, quantity, side: 'sell', targets: both };
    expect(await exchange.placeList(key, terms)).toMatchObject({ outcome: 'accepted' });
    for (const factor of ['1.04', '1.01', '1.05', '1.1', '1.0785']) await world.setPrice(priced(core, factor));
    expect(await statesOf(terms)).toEqual(['open', 'open']);
    await world.setPrice(priced(core, '1.0779'));
    await eventually(async () => expect(await statesOf(terms)).toEqual(['expired', 'filled']));
  });

  it('follows from when its entry is filled', async () => {
    const { exchange, key, world } = core;
    const { clientListId, symbol, quantity, price } = common('buy');
    const entry = { clientOrderId: freshId(), side: 'buy' as const, quantity, price };
    const terms: ListTerms = { kind: 'opo', clientListId, symbol, entry, targets: targets() };
    expect(await exchange.placeList(key, terms)).toMatchObject({ outcome: 'accepted' });
    await world.setPrice(price);
    await eventually(async () => expect(await statesOf(terms)).toEqual(['filled', 'open', 'open']));
    await world.setPrice(price.times('0.955').round(8));
    await eventually(async () => expect(await statesOf(terms)).toEqual(['filled', 'filled', 'expired']));
  });
}
