import { describe, expect, it } from 'vitest';
import { buy, matchingWorld, refusedFor } from '../../../../tests/factories/matching-world.ts';
import { SYMBOL_STATUSES } from '../model/market.ts';

describe('a symbol’s status', () => {
  it.each(SYMBOL_STATUSES)('%s', (status) => {
    const { core, ann, xrp, place } = matchingWorld();
    const { orderId } = place(buy('10', '0.5'));
    xrp.terms = { ...xrp.terms, status, cancels: false };
    const expected = { TRADING: null, CANCEL_ONLY: 'cancel-only' }[status as string];
    expect(refusedFor(() => place(buy('10', '0.5')))).toBe(expected === undefined ? 'market-closed' : expected);
    const isTrading = status === 'TRADING';
    expect(refusedFor(() => core.cancel(ann, orderId))).toBe(isTrading ? null : 'cancels-closed');
    if (isTrading) return;
    xrp.terms = { ...xrp.terms, cancels: true };
    expect(refusedFor(() => core.cancel(ann, orderId))).toBeNull();
  });
});
