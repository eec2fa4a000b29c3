import { describe, expect, it } from 'vitest';
import { big, context, sketch, XRP } from '../../../tests/factories/block-sketch.ts';
import { inOneOrder, isConfirmed, isHeld, isLegal, isSame, type PlannedOrder } from './exit-terms.ts';
import type { OrderState } from '../position/order-state.ts';

describe('the pair’s rules', () => {
  it('allow an order of the least quantity and the least value, and none of nothing', () => {
    const legal = (quantity: string, price: string, pair = {}) =>
      isLegal(context({ pair: { ...XRP, ...pair } }), big(quantity), big(price));
    expect([legal('10', '0.5'), legal('9.9', '0.5'), legal('10', '0.4999')]).toEqual([true, false, false]);
    expect([legal('10', '1', { minQuantity: big('10') }), legal('9.9', '1', { minQuantity: big('10') })]).toEqual([
      true,
      false,
    ]);
    const unbound = { minQuantity: big('0'), minNotional: big('0') };
    expect([legal('0.1', '0.5', unbound), legal('0', '0.5', unbound)]).toEqual([true, false]);
  });

  it('bound what goes in one order, at market by the narrower bound', () => {
    const most = (kind: 'resting' | 'market', pair = {}) =>
      inOneOrder(context({ pair: { ...XRP, maxQuantity: big('150.05'), ...pair } }), big('192.1'), kind).toFixed();
    const marketQuantity = { min: big('0.1'), max: big('60.05'), step: big('0.1') };
    expect([most('resting'), most('market')]).toEqual(['150', '150']);
    expect([most('resting', { marketQuantity }), most('market', { marketQuantity })]).toEqual(['150', '60']);
    expect(most('resting', { maxQuantity: big('900') })).toBe('192.1');
  });
});

it('an order is what is planned where leg, prices and quantity are', () => {
  const [, order] = sketch().order('entry', ['0.52', '1']).order('stop-loss', ['0.494', '192.1']).position.orders;
  const planned: PlannedOrder = {
    leg: 'stop-loss',
    side: 'sell',
    type: 'stop',
    price: null,
    stopPrice: big('0.494'),
    quantity: big('192.1'),
  };
  const same = (of: Partial<PlannedOrder>) => isSame(order!, { ...planned, ...of });
  expect(same({})).toBe(true);
  expect(same({ leg: 'take-profit' })).toBe(false);
  expect(same({ price: big('0.49') })).toBe(false);
  expect(same({ stopPrice: big('0.4941') })).toBe(false);
  expect(same({ stopPrice: null })).toBe(false);
  expect(same({ quantity: big('192') })).toBe(false);
});

describe('a target', () => {
  const STATES: OrderState[] = [
    'planned',
    'sending',
    'unknown',
    'pending',
    'open',
    'partly-filled',
    'filled',
    'cancelled',
  ];
  const of = (state: OrderState) => sketch().order('stop-loss', ['0.494', '192.1'], { state });

  it('is held by an order that is on the book or on its way there, not by one that waits for its entry', () => {
    const held = STATES.filter((state) => isHeld(of(state), 'stop-loss'));
    expect(held).toEqual(['planned', 'sending', 'unknown', 'open', 'partly-filled']);
    expect(isHeld(of('open'), 'take-profit')).toBe(false);
  });

  it('is confirmed once the exchange has said so', () => {
    expect(STATES.filter((state) => isConfirmed(of(state), 'stop-loss'))).toEqual(['open', 'partly-filled']);
    expect(isConfirmed(of('open'), 'take-profit')).toBe(false);
  });
});
