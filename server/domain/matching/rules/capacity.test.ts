import { describe, expect, it } from 'vitest';
import {
  BNB,
  XRP,
  buy,
  draft,
  list,
  matchingWorld,
  refusedFor,
  sellPair,
  stop,
} from '../../../../tests/factories/matching-world.ts';

const small = { ...XRP, maxOrders: 4, maxOrderLists: 2 };
const open = (more = {}) => {
  const world = matchingWorld({ pair: { ...small, ...more } });
  const { pair } = world.xrp;
  const order = (clientOrderId?: string) =>
    refusedFor(() => world.place(buy('10', '0.5', clientOrderId === undefined ? { pair } : { pair, clientOrderId })));
  const algo = () => refusedFor(() => world.place(stop('10', '0.5', { pair })));
  const oto = () => refusedFor(() => world.placeList(list(buy('10', '0.5', { pair }), [stop('20', '0.5', { pair })])));
  return { ...world, pair, order, algo, oto };
};

describe('what an account may have open on a symbol', () => {
  it('orders, those of a list and those that wait counted each', () => {
    const { order, oto } = open();
    expect([order(), order(), order()]).toEqual([null, null, null]);
    expect(oto()).toBe('MAX_NUM_ORDERS');
    expect([order(), order()]).toEqual([null, 'MAX_NUM_ORDERS']);
  });

  it('no bound where none is set', () => {
    const { order, oto } = open({ maxOrders: null, maxOrderLists: null, maxAlgoOrders: null });
    for (let count = 0; count < 10; count += 1) expect([order(), oto()]).toEqual([null, null]);
  });

  it('orders with a trigger, waiting ones included', () => {
    const { algo, oto, order, core, ann } = open({ maxOrders: 20, maxAlgoOrders: 2 });
    expect([oto(), algo(), algo()]).toEqual([null, null, 'MAX_NUM_ALGO_ORDERS']);
    expect(order()).toBeNull();
    core.cancel(ann, [...ann.open.keys()][0] ?? 0);
    expect(algo()).toBeNull();
  });

  it('a plain order whatever has a trigger, when the bound is lowered', () => {
    const { algo, order, xrp } = open({ maxOrders: 20 });
    expect([algo(), algo()]).toEqual([null, null]);
    xrp.terms = { ...xrp.terms, maxNumAlgoOrders: 1 };
    expect([order(), algo()]).toEqual([null, 'MAX_NUM_ALGO_ORDERS']);
  });

  it('lists', () => {
    const { oto, order } = open({ maxOrders: 20 });
    expect([oto(), oto(), oto()]).toEqual([null, null, 'MAX_NUM_ORDER_LISTS']);
    expect(order()).toBeNull();
  });

  it('is counted by symbol', () => {
    const { order, place } = open();
    for (let count = 0; count < 4; count += 1) order();
    expect(refusedFor(() => place(buy('1', '490', { pair: BNB })))).toBeNull();
    expect(order()).toBe('MAX_NUM_ORDERS');
  });
});

describe('client ids', () => {
  it('are taken while their order is open', () => {
    const { order, core, ann } = open();
    expect([order('once'), order('once')]).toEqual([null, 'duplicate-id']);
    core.cancel(ann, [...ann.open.keys()][0] ?? 0);
    expect(order('once')).toBeNull();
  });

  it('of a list and of its orders are apart, each unique among its kind', () => {
    const { placeList, pair } = open({ maxOrders: 20, maxOrderLists: 20 });
    const pairOf = (below: string, above: string, clientListId: string) => {
      const [loss, gain] = sellPair('10', '0.5', '0.56');
      const legs = [
        { ...loss, pair, clientOrderId: below },
        { ...gain, pair, clientOrderId: above },
      ];
      return refusedFor(() => placeList({ ...list(null, legs), clientListId }));
    };
    expect(pairOf('a', 'a', 'one')).toBe('duplicate-id');
    expect(pairOf('a', 'b', 'one')).toBeNull();
    expect(pairOf('c', 'd', 'one')).toBe('duplicate-id');
    expect(pairOf('c', 'b', 'two')).toBe('duplicate-id');
    expect(pairOf('c', 'one', 'a')).toBeNull();
  });
});

it('a market order counts as one', () => {
  const { pair, order, place } = open();
  for (let count = 0; count < 4; count += 1) order();
  expect(refusedFor(() => place(draft({ type: 'MARKET', quantity: '10', pair })))).toBe('MAX_NUM_ORDERS');
});
