import { expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { externalChange } from './external-changes.ts';

const shown = (change: Partial<OrderBlock> = {}): OrderBlock => {
  const symbol = { baseCurrency: 'XRP', counterCurrency: 'USDT' };
  const row = { connectorName: 'Paper', status: 'placed', statusReason: null, interference: null, open: true, symbol };
  return { ...row, ...change } as OrderBlock;
};

it('V-07 a change made on the exchange is announced once, on any page', () => {
  const asks = shown({ interference: 'balance-spent' });
  const text = 'XRP/USDT on Paper was changed on the exchange. Choose in its row what happens next.';
  expect(externalChange(asks, shown())).toBe(text);
  expect(externalChange(asks, undefined)).toBe(text);
  expect(externalChange(asks, asks)).toBeNull();
  expect(externalChange(shown(), asks)).toBeNull();
});

it('V-07 an entry canceled on the exchange is announced', () => {
  const gone = shown({
    open: false,
    status: 'removed',
    statusReason: 'Its entry was canceled on the exchange directly.',
  });
  expect(externalChange(gone, shown())).toBe('XRP/USDT on Paper: Its entry was canceled on the exchange directly.');
  expect(externalChange(shown({ open: false, status: 'removed' }), shown())).toBeNull();
});
