import { expect, it } from 'vitest';
import { buy, matchingWorld, refusedFor, sell } from '../../../../tests/factories/matching-world.ts';

const MAKER = { type: 'LIMIT_MAKER' } as const;

it('an order that must only rest is refused at the market’s price, and where it would meet another order', () => {
  const { core, ann, place } = matchingWorld();
  const bob = core.openAccount('bob', { USDT: '100', XRP: '100' });
  expect(refusedFor(() => place(sell('10', '0.53', MAKER)))).toBe('would-match');
  expect(refusedFor(() => place(buy('10', '0.53', MAKER)))).toBe('would-match');
  place(sell('10', '0.5305'), bob);
  place(buy('10', '0.5295'), bob);
  expect(refusedFor(() => place(buy('10', '0.5305', MAKER)))).toBe('would-match');
  expect(refusedFor(() => place(sell('10', '0.5295', MAKER)))).toBe('would-match');
  expect(refusedFor(() => place(buy('10', '0.5299', MAKER)))).toBeNull();
  expect(refusedFor(() => place(sell('10', '0.5301', MAKER)))).toBeNull();
  expect(ann.open.size).toBe(2);
});
