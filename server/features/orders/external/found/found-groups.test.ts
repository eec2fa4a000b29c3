import { expect, it } from 'vitest';
import { big } from '../../../../../tests/factories/block-sketch.ts';
import type { ExchangeOrder } from '../../../../exchanges/exchange.ts';
import { foundGroups, type Holder, holderOf } from './found-groups.ts';

let count = 0;
const order = (change: Partial<ExchangeOrder> = {}): ExchangeOrder => {
  count += 1;
  return {
    symbol: 'XRPUSDT',
    exchangeOrderId: String(count),
    clientOrderId: `TD${count}`,
    exchangeListId: null,
    side: 'buy',
    type: 'limit',
    price: big('0.5'),
    stopPrice: null,
    quantity: big('192.1'),
    filledQuantity: big('0'),
    filledCounterQuantity: big('0'),
    state: 'open',
    expiryReason: null,
    placedAt: count,
    updatedAt: count,
    ...change,
  };
};
const named = (orders: ExchangeOrder[]) =>
  foundGroups(orders).map(({ entry, exits }) => {
    const names = exits.map(({ clientOrderId }) => clientOrderId);
    return `${entry?.clientOrderId ?? 'none'}: ${names.join(' ')}`;
  });
const holder = (quantity: string, change: Partial<Holder> = {}): Holder => ({
  positionId: quantity,
  symbol: 'XRPUSDT',
  section: 'buy',
  quantity: big(quantity),
  ...change,
});
const profit = { side: 'sell', type: 'limit-maker', exchangeListId: 'list' } as const;
const stop = { side: 'sell', type: 'stop', exchangeListId: 'list' } as const;

it('V-16 an entry with what waits for it is one group, two targets are another, a stop begins nothing', () => {
  const entry = order({ exchangeListId: 'list' });
  const waiting = [order({ ...profit, state: 'pending' }), order({ ...stop, state: 'pending' })];
  const [first, second] = waiting.map(({ clientOrderId }) => clientOrderId);
  expect(named([...waiting, entry])).toEqual([`${entry.clientOrderId}: ${first} ${second}`]);
  const [one, other, single, alone] = [order(profit), order(stop), order(), order({ type: 'stop' })];
  expect(named([one, other, single, alone])).toEqual([
    `none: ${one.clientOrderId} ${other.clientOrderId}`,
    `${single.clientOrderId}: `,
    `none: ${alone.clientOrderId}`,
  ]);
});

it('V-16 targets belong to the position that holds the least that is enough; a limit order to one that holds just as much', () => {
  const [targets] = foundGroups([order(profit), order(stop)]);
  const [sale] = foundGroups([order({ side: 'sell' })]);
  const held = [holder('500'), holder('192.1'), holder('100'), holder('192.1', { symbol: 'BTCUSDT' })];
  const of = (group = targets, holders = held) => (group ? holderOf(group, holders)?.positionId : undefined);
  expect(of()).toBe('192.1');
  expect(of(targets, [holder('100'), holder('192.1', { section: 'sell' })])).toBeUndefined();
  expect(of(targets, [holder('500')])).toBe('500');
  expect([of(sale), of(sale, [holder('500')])]).toEqual(['192.1', undefined]);
});

it('V-16 what buys back a sale and its fee belongs to that sale', () => {
  const back = { side: 'buy', exchangeListId: 'back', quantity: big('192.5') } as const;
  const [targets] = foundGroups([order({ ...back, type: 'limit-maker' }), order({ ...back, type: 'stop' })]);
  const of = (quantity: string) => targets && holderOf(targets, [holder(quantity, { section: 'sell' })])?.positionId;
  expect([of('192.3'), of('190'), of('192.5')]).toEqual(['192.3', undefined, '192.5']);
});
