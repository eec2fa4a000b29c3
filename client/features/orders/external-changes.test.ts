import { expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { externalChange } from './external-changes.ts';

const shown = (change: Partial<OrderBlock> = {}): OrderBlock => {
  const symbol = { baseCurrency: 'XRP', counterCurrency: 'USDT' };
  const row = { connectorName: 'Paper', status: 'placed', statusReason: null, interference: null, open: true, symbol };
  return { ...row, ...change } as OrderBlock;
};

it('V-07 what was done on the exchange is said once, whatever page is open', () => {
  const asks = shown({ interference: 'balance-spent' });
  const text = 'XRP/USDT on Paper was changed on the exchange. Choose in its row what happens next.';
  expect(externalChange(asks, shown())).toBe(text);
  expect(externalChange(asks, undefined)).toBe(text);
  expect(externalChange(asks, asks)).toBeNull();
  expect(externalChange(shown(), asks)).toBeNull();
});

it('V-07 an entry that was canceled on the exchange does not vanish without a word', () => {
  const gone = shown({
    open: false,
    status: 'removed',
    statusReason: 'Its entry was canceled on the exchange directly.',
  });
  expect(externalChange(gone, shown())).toBe('XRP/USDT on Paper: Its entry was canceled on the exchange directly.');
  expect(externalChange(shown({ open: false, status: 'removed' }), shown())).toBeNull();
});
