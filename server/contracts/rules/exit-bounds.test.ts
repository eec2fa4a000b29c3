import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { movedBy } from './earning.ts';
import { unsellableAt } from './exit-bounds.ts';

const big = (amount: string) => new Big(amount);
const RULES = { tick: big('0.0001'), minQuantity: big('0.1'), minNotional: big('5') };
const TERMS = { counterEarning: true, fee: big('0.001'), step: big('0.1') };

type Case = readonly ['buy' | 'sell', 'takeProfit' | 'stopLoss', price: string, quantity?: string];

function at(...[side, target, price, quantity = '11.5']: Case) {
  const terms = { ...TERMS, side };
  const moved = movedBy({ side, quantity: big(quantity), counter: big(quantity).times('0.52') }, terms);
  const fault = unsellableAt(target, { moved, terms, price: big(price) }, RULES);
  return fault && [fault.quantity.toFixed(), fault.value.toFixed(), fault.nearest?.toFixed() ?? null];
}

describe('V-03 a target that could not be traded at its price', () => {
  it('V-03 a block of 5.98 USDT: a stop at 0.43 is worth 4.902 USDT; 0.4386 is the deepest that works', () => {
    expect(at('buy', 'stopLoss', '0.43')).toEqual(['11.4', '4.902', '0.4386']);
    expect(at('buy', 'stopLoss', '0.4385')).toEqual(['11.4', '4.9989', '0.4386']);
    expect(at('buy', 'stopLoss', '0.4386')).toBeNull();
    expect(at('buy', 'takeProfit', '0.6')).toBeNull();
  });

  it('V-03 exactly the least value is enough', () => {
    expect(at('buy', 'stopLoss', '0.5', '10.1')).toBeNull();
  });

  it('V-03 a sale: its take profit lies below and may be worth too little, its stop never', () => {
    expect(at('sell', 'takeProfit', '0.43')).toEqual(['11.6', '4.988', '0.4311']);
    expect(at('sell', 'stopLoss', '0.6')).toBeNull();
  });

  it('V-03 nothing left to trade has no price that works', () => {
    expect(at('buy', 'stopLoss', '0.5', '0.1')).toEqual(['0', '0', null]);
  });

  it('V-03 a purchase that earns base: its stop trades all of it, its take profit what brings back the cost', () => {
    const terms = { ...TERMS, side: 'buy' as const, counterEarning: false };
    const moved = movedBy({ side: 'buy', quantity: big('11.5'), counter: big('5.98') }, terms);
    const quantity = (target: 'takeProfit' | 'stopLoss', price: string) =>
      unsellableAt(
        target,
        { moved, terms, price: big(price) },
        { ...RULES, minNotional: big('7') },
      )?.quantity.toFixed();
    expect([quantity('stopLoss', '0.55'), quantity('takeProfit', '0.55')]).toEqual(['11.4', '10.9']);
  });

  it('V-03 nothing is too little, though the pair has no bounds', () => {
    const terms = { ...TERMS, side: 'buy' as const };
    const moved = movedBy({ side: 'buy', quantity: big('0.1'), counter: big('0.052') }, terms);
    const unbound = { ...RULES, minQuantity: big('0'), minNotional: big('0') };
    expect(unsellableAt('stopLoss', { moved, terms, price: big('0.5') }, unbound)).toMatchObject({ nearest: null });
  });

  it('V-03 exactly the least quantity is enough; where it is not, no price works', () => {
    const terms = { ...TERMS, side: 'buy' as const };
    const moved = movedBy({ side: 'buy', quantity: big('20.1'), counter: big('10.452') }, terms);
    const within = (minQuantity: string) =>
      unsellableAt('stopLoss', { moved, terms, price: big('0.5') }, { ...RULES, minQuantity: big(minQuantity) });
    expect(within('20')).toBeNull();
    expect(within('20.1')).toMatchObject({ nearest: null });
  });

  it('V-03 a sale that earns base: no price works where a higher one buys too little', () => {
    const terms = { ...TERMS, side: 'sell' as const, counterEarning: false };
    const moved = movedBy({ side: 'sell', quantity: big('9'), counter: big('4.68') }, terms);
    const fault = unsellableAt('takeProfit', { moved, terms, price: big('0.5') }, RULES);
    expect([fault?.quantity.toFixed(), fault?.nearest]).toEqual(['9.3', null]);
  });
});
