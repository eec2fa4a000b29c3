import { describe, expect, it } from 'vitest';
import { brief, draft, matchingWorld, refusedFor, stop } from '../../../../tests/factories/matching-world.ts';

const stopLimit = (stopPrice: string, price: string) => stop('100', stopPrice, { type: 'STOP_LOSS_LIMIT', price });

describe('an order with a trigger', () => {
  it.each([
    ['a stop of a sale', 'SELL', 'STOP_LOSS', '0.5', '0.5001'],
    ['a stop of a purchase', 'BUY', 'STOP_LOSS', '0.55', '0.5499'],
    ['a take profit of a sale', 'SELL', 'TAKE_PROFIT', '0.55', '0.5499'],
    ['a take profit of a purchase', 'BUY', 'TAKE_PROFIT', '0.5', '0.5001'],
  ] as const)('%s goes to the market at its trigger, not before', (...[, side, type, stopPrice, before]) => {
    const { place, trade, fills } = matchingWorld();
    const order = place(draft({ side, type, quantity: '100', stopPrice }));
    expect(order.workingTime).toBeNull();
    trade(before);
    expect(brief(order)).toBe('NEW 0/100');
    trade(stopPrice);
    expect(brief(order)).toBe('FILLED 100/100');
    expect(fills).toHaveLength(1);
    expect(fills[0]).toMatchObject({ isMaker: false });
    expect(fills[0]?.price.toFixed()).toBe(stopPrice);
  });

  it('locks its money at its limit, else at its trigger', () => {
    const { ann, place, locked } = matchingWorld();
    place(draft({ type: 'STOP_LOSS', quantity: '100', stopPrice: '0.55' }));
    expect(locked(ann, 'USDT')).toBe('55');
    place(draft({ type: 'STOP_LOSS_LIMIT', quantity: '100', stopPrice: '0.55', price: '0.56' }));
    expect(locked(ann, 'USDT')).toBe('111');
    place(stop('100', '0.5'));
    expect(locked(ann, 'XRP')).toBe('100');
  });

  it('rests at its limit once triggered where the market is not there', () => {
    const { place, trade, clock } = matchingWorld();
    const order = place(stopLimit('0.5', '0.51'));
    clock.now += 1000;
    trade('0.499');
    expect(brief(order)).toBe('NEW 0/100');
    expect(order.workingTime).toBe(clock.now);
    trade('0.51');
    expect(brief(order)).toBe('FILLED 100/100');
    expect(order.executedQuote.toFixed()).toBe('51');
  });

  it('takes the market up to its limit at once where it crosses it', () => {
    const { place, trade } = matchingWorld();
    const order = place(stopLimit('0.5', '0.49'));
    trade('0.498');
    expect(order.executedQuote.toFixed()).toBe('49.8');
  });

  it('is refused where its trigger is reached already', () => {
    const { place, ann, locked } = matchingWorld();
    const at = (side: 'BUY' | 'SELL', type: 'STOP_LOSS' | 'TAKE_PROFIT', stopPrice: string) =>
      refusedFor(() => place(draft({ side, type, quantity: '100', stopPrice })));
    expect(at('SELL', 'STOP_LOSS', '0.53')).toBe('would-trigger');
    expect(at('BUY', 'STOP_LOSS', '0.53')).toBe('would-trigger');
    expect(at('SELL', 'TAKE_PROFIT', '0.53')).toBe('would-trigger');
    expect(at('BUY', 'TAKE_PROFIT', '0.53')).toBe('would-trigger');
    expect(locked(ann, 'XRP')).toBe('0');
    expect(at('SELL', 'STOP_LOSS', '0.5299')).toBeNull();
    expect(at('BUY', 'STOP_LOSS', '0.5301')).toBeNull();
    expect(at('SELL', 'TAKE_PROFIT', '0.5301')).toBeNull();
    expect(at('BUY', 'TAKE_PROFIT', '0.5299')).toBeNull();
  });

  it('may be set off by the trade of another order that was set off', () => {
    const { place, trade } = matchingWorld({
      offers: (quote) => [{ price: quote.times('0.99'), qty: quote.times(1000) }],
    });
    const [first, second] = [place(stop('100', '0.5')), place(stop('100', '0.496'))];
    trade('0.5');
    expect([brief(first), brief(second)]).toEqual(['FILLED 100/100', 'FILLED 100/100']);
    const third = place(stop('100', '0.49'));
    expect(brief(third)).toBe('NEW 0/100');
  });

  it('the nearest is set off first', () => {
    const { place, trade, fills } = matchingWorld();
    const ids = ['0.49', '0.5', '0.495'].map((price) => place(stop('100', price)).orderId);
    trade('0.48');
    expect(fills.map(({ order }) => order.orderId)).toEqual([ids[1], ids[2], ids[0]]);
  });
});
