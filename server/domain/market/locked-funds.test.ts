import { expect, it } from 'vitest';
import { big, XRP } from '../../../tests/factories/block-sketch.ts';
import { areAllThatLock } from './locked-funds.ts';

type Listed = Parameters<typeof areAllThatLock>[0][number];
const pairs = new Map([['XRPUSDT', XRP]]);
const sell: Listed = {
  symbol: 'XRPUSDT',
  exchangeOrderId: '1',
  exchangeListId: null,
  side: 'sell',
  price: big('0'),
  quantity: big('100'),
  filledQuantity: big('40'),
  state: 'open',
};
const buy: Listed = { ...sell, exchangeOrderId: '2', side: 'buy', price: big('0.5'), filledQuantity: big('0') };
const lock = (orders: Listed[], locked: Record<string, string>) =>
  areAllThatLock(orders, {
    pairs,
    balances: Object.entries(locked).map(([asset, amount]) => ({ asset, locked: big(amount) })),
  });

it('M-02 what orders lock of what they sell or pay with is all that is locked, or something else rests', () => {
  expect(lock([], {})).toBe(true);
  expect(lock([], { BTC: '0' })).toBe(true);
  expect(lock([], { BTC: '0.1' })).toBe(false);
  expect(lock([sell, buy], { XRP: '60', USDT: '50' })).toBe(true);
  expect(lock([sell, buy], { XRP: '60', USDT: '50', BTC: '0.1' })).toBe(false);
  expect(lock([sell, buy], { XRP: '60.1', USDT: '50' })).toBe(false);
  expect(lock([sell, buy], { XRP: '60', USDT: '50.01' })).toBe(false);
  expect(lock([sell, buy], { XRP: '60' })).toBe(false);
});

it('M-02 the orders of a list lock once, those that wait nothing, and what cannot be told is not enough', () => {
  const of = { exchangeListId: '7', filledQuantity: big('0') };
  const list = [
    { ...sell, ...of },
    { ...sell, ...of, exchangeOrderId: '3', price: big('0.6') },
  ];
  expect(lock(list, { XRP: '100' })).toBe(true);
  expect(lock(list, { XRP: '200' })).toBe(false);
  const dear = [
    { ...buy, ...of },
    { ...buy, ...of, exchangeOrderId: '3', price: big('0.6') },
  ];
  for (const orders of [dear, dear.toReversed()]) expect(lock(orders, { USDT: '60' })).toBe(true);
  expect(lock(dear, { USDT: '50' })).toBe(false);
  expect(lock([buy, { ...sell, state: 'pending' }], { USDT: '50' })).toBe(true);
  expect(lock([{ ...buy, price: big('0') }], {})).toBe(false);
  expect(lock([{ ...sell, symbol: 'NEWUSDT' }], { XRP: '60' })).toBe(false);
});
