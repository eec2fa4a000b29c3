import { expect, it } from 'vitest';
import { hasTrouble, lastDealText } from './last-deal.ts';

const last = { at: 1, pair: 'XRP/USDT', section: 'buy', status: 'filled', statusReason: null } as const;

it('says what the last deal came to', () => {
  expect(lastDealText(last)).toBe('Buy XRP/USDT: filled');
  expect(lastDealText({ ...last, section: 'sell', status: 'take-profit-filled' })).toBe(
    'Sell XRP/USDT: take profit filled',
  );
  expect(lastDealText({ ...last, status: 'rejected' })).toBe('Buy XRP/USDT: refused');
});

it('has trouble where it was not placed, or where there is a reason', () => {
  expect(hasTrouble(last)).toBe(false);
  expect(hasTrouble({ ...last, status: 'skipped' })).toBe(true);
  expect(hasTrouble({ ...last, status: 'rejected' })).toBe(true);
  expect(hasTrouble({ ...last, statusReason: 'The stop was refused.' })).toBe(true);
});
