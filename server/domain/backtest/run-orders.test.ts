import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { RunOrders } from './run-orders.ts';

const placed = (level: number) => ({
  level,
  turn: 1,
  leg: 'buy' as const,
  attempt: 1,
  side: 'buy' as const,
  type: 'limit' as const,
  price: new Big('0.5'),
  quantity: new Big('10'),
});
const ids = (orders: readonly { clientOrderId: string }[]) => orders.map(({ clientOrderId }) => clientOrderId);

describe('the orders of a run in memory', () => {
  const three = () => {
    const orders = new RunOrders();
    for (const level of [1, 1, 2]) orders.add(placed(level), 1000);
    return orders;
  };

  it('have client order ids of their own, and are found by level and by id', () => {
    const orders = three();
    expect(ids(orders.all())).toEqual(['TD1', 'TD2', 'TD3']);
    expect(ids(orders.ofLevel(1))).toEqual(['TD1', 'TD2']);
    expect(orders.ofLevel(3)).toEqual([]);
    expect(orders.find('TD3')).toMatchObject({ order: { level: 2 }, exchangeId: 0 });
  });

  it('of a level that is dropped are not found any more; those of others stay', () => {
    const orders = three();
    orders.drop(1);
    expect(ids(orders.all())).toEqual(['TD3']);
    expect(orders.find('TD1')).toBeUndefined();
    expect(orders.find('TD2')).toBeUndefined();
    expect(orders.find('TD3')).toBeDefined();
  });

  it('that a level has folded are not found any more; those that are left are', () => {
    const orders = three();
    const [first, second] = orders.ofLevel(1);
    if (!first || !second) throw new Error('Two orders were added.');
    orders.fold(1, { orders: [second], gone: [first] });
    expect(ids(orders.all())).toEqual(['TD2', 'TD3']);
    expect(orders.find('TD1')).toBeUndefined();
    expect(orders.find('TD2')).toBeDefined();
  });
});
