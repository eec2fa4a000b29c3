import { describe, expect, it } from 'vitest';
import { ORDER_TYPES } from '../model/order-type.ts';
import { draft, refusedFor } from '../../../../tests/factories/matching-world.ts';
import { checkTerms } from './terms.ts';

/** What rest-api.md ("additional mandatory parameters based on order type") asks for. */
const NEEDS = {
  LIMIT: ['price'],
  LIMIT_MAKER: ['price'],
  MARKET: [],
  STOP_LOSS: ['stopPrice'],
  STOP_LOSS_LIMIT: ['price', 'stopPrice'],
  TAKE_PROFIT: ['stopPrice'],
  TAKE_PROFIT_LIMIT: ['price', 'stopPrice'],
} as const;
const COMBINATIONS = [[], ['price'], ['stopPrice'], ['price', 'stopPrice']] as const;

describe.each(ORDER_TYPES)('%s', (type) => {
  const refused = (terms: object) => refusedFor(() => checkTerms(draft({ type, quantity: '10', ...terms })));
  const usual = Object.fromEntries(NEEDS[type].map((name) => [name, '0.5']));

  it('has the prices of its type and no others', () => {
    for (const names of COMBINATIONS) {
      const fits = names.join(' ') === NEEDS[type].join(' ');
      expect(refused(Object.fromEntries(names.map((name) => [name, '0.5'])))).toBe(fits ? null : 'terms-of-type');
    }
  });

  it('trails only where it has a trigger, with a stop price or without', () => {
    const isTrigger = type.startsWith('STOP_LOSS') || type.startsWith('TAKE_PROFIT');
    const price = 'price' in usual ? { price: '0.5' } : {};
    expect(refused({ ...usual, trailingDelta: 100 })).toBe(isTrigger ? null : 'terms-of-type');
    expect(refused({ ...price, trailingDelta: 100 })).toBe(isTrigger ? null : 'terms-of-type');
  });

  it('may end early only with a limit that can be taken', () => {
    const mayEnd = type === 'LIMIT' || type === 'STOP_LOSS_LIMIT' || type === 'TAKE_PROFIT_LIMIT';
    expect(refused({ ...usual, timeInForce: 'IOC' })).toBe(mayEnd ? null : 'terms-of-type');
  });

  it('is sized by value only at market', () => {
    expect(refused({ ...usual, quoteOrderQty: '10' })).toBe(type === 'MARKET' ? null : 'terms-of-type');
  });
});
