import { Big } from 'big.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExchangeList, ExchangeOrder, ListTerms } from '../../server/exchanges/exchange.ts';
import type { ListKind } from '../../server/domain/market/pair.ts';
import { eventually, freshId, limit, priced, watch, type ExchangeCore } from './trading-floor.ts';

type Oco = ListTerms & { kind: 'oco' };

/** A sale of about 20 of the counter currency, 5% away on either side. */
function oco(core: ExchangeCore, factors = { takeProfit: '1.05', stopLoss: '0.95' }): Oco {
  const { symbol, quantity } = limit(core, 'sell', '1');
  return {
    kind: 'oco',
    clientListId: freshId(),
    symbol,
    side: 'sell',
    quantity,
    targets: {
      takeProfit: { clientOrderId: freshId(), price: priced(core, factors.takeProfit) },
      stopLoss: { clientOrderId: freshId(), stopPrice: priced(core, factors.stopLoss), price: null },
    },
  };
}

/** An entry one percent below the market that brings its targets. */
function opo(core: ExchangeCore): ListTerms & { kind: 'opo' } {
  const { symbol, quantity, price } = limit(core, 'buy', '0.99');
  const entry = { clientOrderId: freshId(), side: 'buy' as const, quantity, price };
  return { kind: 'opo', clientListId: freshId(), symbol, entry, targets: oco(core).targets };
}

const leg = (list: ExchangeList | undefined, clientOrderId: string): ExchangeOrder | undefined =>
  list?.orders.find((order) => order.clientOrderId === clientOrderId);

/** Order lists that the exchange keeps by itself. */
export function lists(core: ExchangeCore): void {
  it('an exchange without lists refuses them in a sentence, and nothing is placed', async ({ skip }) => {
    skip(core.pair.lists.size > 0, 'it has lists');
    const { exchange, key } = core;
    const refused = await exchange.placeList(key, oco(core));
    expect(refused).toMatchObject({ outcome: 'rejected', sentence: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(await exchange.openOrders(key)).toEqual({ outcome: 'ok', value: [] });
  });
  describe('one cancels the other', () => ocos(core));
  describe('an entry that brings its targets', () => entries(core));
}

const only = (core: ExchangeCore, kind: ListKind) =>
  beforeEach(({ skip }) => skip(!core.pair.lists.has(kind), `no ${kind} here`));

const found = async ({ exchange, key }: ExchangeCore, list: ListTerms): Promise<ExchangeList | undefined> => {
  const lookup = await exchange.findList(key, list);
  return lookup.outcome === 'found' ? lookup.list : undefined;
};

function ocos(core: ExchangeCore): void {
  only(core, 'oco');
  const accepted = async (terms: ListTerms): Promise<ExchangeList> => {
    const placed = await core.exchange.placeList(core.key, terms);
    if (placed.outcome !== 'accepted') throw new Error(JSON.stringify(placed));
    return placed.list;
  };
  const baseHeld = async () => {
    const balances = await core.exchange.balances(core.key);
    const base = balances.outcome === 'ok' ? balances.value.find(({ asset }) => asset === core.pair.base) : undefined;
    return base?.locked ?? new Big(0);
  };

  it('is placed, found and cancelled as a whole, its quantity tied up once', async () => {
    const { exchange, key } = core;
    const terms = oco(core);
    const list = await accepted(terms);
    expect(list).toMatchObject({ clientListId: terms.clientListId, state: 'open', symbol: terms.symbol });
    for (const seen of [list, await found(core, terms)]) {
      const { takeProfit, stopLoss } = terms.targets;
      const [profit, stop] = [leg(seen, takeProfit.clientOrderId), leg(seen, stopLoss.clientOrderId)];
      expect(profit).toMatchObject({ type: 'limit-maker', state: 'open', exchangeListId: list.exchangeListId });
      expect(stop).toMatchObject({ type: 'stop', state: 'open', exchangeListId: list.exchangeListId });
      expect([profit?.price.toFixed(), stop?.stopPrice?.toFixed()]).toEqual([
        takeProfit.price.toFixed(),
        stopLoss.stopPrice?.toFixed(),
      ]);
      for (const order of [profit, stop]) expect(order?.quantity.toFixed()).toBe(terms.quantity.toFixed());
    }
    expect((await baseHeld()).toFixed()).toBe(terms.quantity.toFixed());
    const open = await exchange.openOrders(key, terms.symbol);
    expect(open.outcome === 'ok' && open.value.map(({ exchangeListId }) => exchangeListId)).toEqual([
      list.exchangeListId,
      list.exchangeListId,
    ]);
    const cancelled = await exchange.cancelList(key, terms);
    expect(cancelled).toMatchObject({ outcome: 'cancelled', list: { state: 'done' } });
    expect((await baseHeld()).toFixed()).toBe('0');
    expect((await found(core, terms))?.orders.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it('req. 7: the take profit ends the stop, live; cancelled afterwards, it tells what became of each', async () => {
    const terms = oco(core);
    const { takeProfit, stopLoss } = terms.targets;
    const { events, unwatch } = await watch(core);
    await accepted(terms);
    await core.world.setPrice(takeProfit.price);
    const last = (clientOrderId: string) =>
      events.findLast((event) => event.kind === 'order' && event.order.clientOrderId === clientOrderId);
    await eventually(() => {
      expect(last(takeProfit.clientOrderId)).toMatchObject({ order: { state: 'filled' } });
      expect(last(stopLoss.clientOrderId)).toMatchObject({ order: { state: 'expired', expiryReason: 'OCO_TRIGGER' } });
    });
    const late = await core.exchange.cancelList(core.key, terms);
    if (late.outcome !== 'already-done') throw new Error(JSON.stringify(late));
    expect(leg(late.list, takeProfit.clientOrderId)).toMatchObject({ state: 'filled' });
    expect(leg(late.list, stopLoss.clientOrderId)).toMatchObject({ state: 'expired', expiryReason: 'OCO_TRIGGER' });
    unwatch();
  });

  it('the stop sells at market and ends the take profit', async () => {
    const terms = oco(core);
    await accepted(terms);
    await core.world.setPrice(priced(core, '0.94'));
    await eventually(async () => {
      const list = await found(core, terms);
      expect(leg(list, terms.targets.stopLoss.clientOrderId)).toMatchObject({ state: 'filled' });
      expect(leg(list, terms.targets.takeProfit.clientOrderId)).toMatchObject({ state: 'expired' });
    });
  });

  it('a purchase takes its profit below and stops above', async () => {
    const terms: Oco = { ...oco(core, { takeProfit: '0.95', stopLoss: '1.05' }), side: 'buy' };
    const list = await accepted(terms);
    expect(list.orders.map(({ side, state }) => [side, state])).toEqual([
      ['buy', 'open'],
      ['buy', 'open'],
    ]);
    expect(await core.exchange.cancelList(core.key, terms)).toMatchObject({ outcome: 'cancelled' });
  });

  it('cancelling one of its orders cancels both', async () => {
    const { exchange, key } = core;
    const terms = oco(core);
    await accepted(terms);
    const { clientOrderId } = terms.targets.stopLoss;
    expect(await exchange.cancel(key, { symbol: terms.symbol, clientOrderId })).toMatchObject({
      outcome: 'cancelled',
      order: { clientOrderId, type: 'stop' },
    });
    expect(await exchange.openOrders(key)).toEqual({ outcome: 'ok', value: [] });
  });

  it('M-00: the same list twice is one list', async () => {
    const terms = oco(core);
    const [first, second] = [await accepted(terms), await accepted(terms)];
    expect(second.exchangeListId).toBe(first.exchangeListId);
    const open = await core.exchange.openOrders(core.key);
    expect(open.outcome === 'ok' && open.value.length).toBe(2);
  });

  it('req. 5: an answer lost after acceptance is unknown, and findList() finds the one list', async () => {
    const terms = oco(core);
    await core.world.fault({ kind: 'drop-after', times: 1, call: 'list' });
    expect(await core.exchange.placeList(core.key, terms)).toMatchObject({ outcome: 'unknown' });
    expect(await found(core, terms)).toMatchObject({ state: 'open', orders: [{}, {}] });
  });

  it('one that is not there is absent, and its cancellation refused', async () => {
    const nothing = { symbol: core.pair.symbol, clientListId: 'tandem-nothing' };
    expect(await core.exchange.findList(core.key, nothing)).toEqual({ outcome: 'absent' });
    expect(await core.exchange.cancelList(core.key, nothing)).toMatchObject({ outcome: 'rejected' });
  });

  it('targets on one side of the market are refused, with the nearest that are not', async () => {
    const refused = await core.exchange.placeList(core.key, oco(core, { takeProfit: '0.99', stopLoss: '0.95' }));
    const nearest = core.price.plus(core.pair.tick).toFixed();
    expect(refused).toMatchObject({ outcome: 'rejected', sentence: expect.stringContaining(nearest) });
    expect(await core.exchange.openOrders(core.key)).toEqual({ outcome: 'ok', value: [] });
  });
}

function entries(core: ExchangeCore): void {
  only(core, 'opo');

  it('OPOCO: targets wait for the entry, and then hold what it brought in', async () => {
    const { exchange, key, pair, world } = core;
    const terms = opo(core);
    const placed = await exchange.placeList(key, terms);
    if (placed.outcome !== 'accepted') throw new Error(JSON.stringify(placed));
    const states = (list: ExchangeList | undefined) => list?.orders.map(({ state }) => state);
    expect(states(placed.list)).toEqual(['open', 'pending', 'pending']);
    expect(placed.list.orders[0]).toMatchObject({ clientOrderId: terms.entry.clientOrderId, type: 'limit' });
    await world.setPrice(terms.entry.price);
    await eventually(async () => expect(states(await found(core, terms))).toEqual(['filled', 'open', 'open']));
    const sizes = (await found(core, terms))?.orders.slice(1).map(({ quantity }) => quantity) ?? [];
    for (const size of sizes) {
      expect(size.gt(0) && size.lte(terms.entry.quantity)).toBe(true);
      expect(size.mod(pair.step).toFixed()).toBe('0');
    }
    expect(sizes[0]?.toFixed()).toBe(sizes[1]?.toFixed());
    expect(await exchange.cancelList(key, terms)).toMatchObject({ outcome: 'cancelled' });
    expect(await exchange.openOrders(key)).toEqual({ outcome: 'ok', value: [] });
  });

  it('an entry cancelled takes its waiting targets with it', async () => {
    const { exchange, key } = core;
    const terms = opo(core);
    await exchange.placeList(key, terms);
    const cancelled = await exchange.cancel(key, { symbol: terms.symbol, clientOrderId: terms.entry.clientOrderId });
    expect(cancelled).toMatchObject({ outcome: 'cancelled', order: { state: 'cancelled' } });
    const list = await found(core, terms);
    expect(list?.state).toBe('done');
    expect(list?.orders.some(({ state }) => state === 'open' || state === 'pending')).toBe(false);
  });

  it('OTOCO: a sale brings targets that buy back, of the size they were given', async () => {
    const { exchange, key, world } = core;
    const { symbol, quantity, price } = limit(core, 'sell', '1.01');
    const { targets } = oco(core, { takeProfit: '0.96', stopLoss: '1.06' });
    const entry = { clientOrderId: freshId(), side: 'sell' as const, quantity, price };
    const terms: ListTerms = { kind: 'oto', clientListId: freshId(), symbol, entry, targetQuantity: quantity, targets };
    expect(await exchange.placeList(key, terms)).toMatchObject({ outcome: 'accepted' });
    await world.setPrice(price);
    await eventually(async () => {
      const list = await found(core, terms);
      expect(list?.orders.map(({ side, state }) => [side, state])).toEqual([
        ['sell', 'filled'],
        ['buy', 'open'],
        ['buy', 'open'],
      ]);
    });
    expect(await exchange.cancelList(key, terms)).toMatchObject({ outcome: 'cancelled' });
  });

  it('one target alone waits as a single order', async () => {
    const { exchange, key, world } = core;
    const both = opo(core);
    const terms = { ...both, targets: { ...both.targets, stopLoss: null } };
    expect(await exchange.placeList(key, terms)).toMatchObject({
      outcome: 'accepted',
      list: { orders: [{ state: 'open' }, { state: 'pending', type: 'limit' }] },
    });
    await world.setPrice(both.entry.price);
    await eventually(async () =>
      expect((await found(core, terms))?.orders.map(({ state }) => state)).toEqual(['filled', 'open']),
    );
    await world.setPrice(priced(core, '1.06'));
    await eventually(async () => expect((await found(core, terms))?.state).toBe('done'));
  });
}
