import { describe, expect, it } from 'vitest';
import { big, XRP } from '../../../tests/factories/block-sketch.ts';
import type { TriggerType } from '../market/pair.ts';
import { triggerAt, triggerFault } from './entry-trigger.ts';

describe('EX-9 EX-2 a conditional entry', () => {
  it('is a stop with the market and a take profit against it, each with a limit', () => {
    const type = (side: 'buy' | 'sell', price: string) => triggerAt(side, big(price), big('0.52')).type;
    expect([type('buy', '0.53'), type('buy', '0.51')]).toEqual(['stop-limit', 'take-profit-limit']);
    expect([type('sell', '0.53'), type('sell', '0.51')]).toEqual(['take-profit-limit', 'stop-limit']);
  });

  const fault = (
    price: string,
    limit: string,
    {
      side = 'buy',
      triggers = ['stop-limit', 'take-profit-limit'],
    }: { side?: 'buy' | 'sell'; triggers?: TriggerType[] } = {},
  ) =>
    triggerFault(big(price), {
      side,
      market: big('0.52'),
      limit: big(limit),
      pair: { tick: XRP.tick, triggers: new Set(triggers) },
      exchange: 'coinbase',
    });

  it('waits for a price three ticks from the market, on its steps', () => {
    const apart = 'The price that the order waits for must be at least 0.5203 or at most 0.5197.';
    expect(['0.5202', '0.5203', '0.5197', '0.5198', '0.52'].map((price) => fault(price, price))).toEqual([
      apart,
      null,
      null,
      apart,
      apart,
    ]);
    expect(fault('0.53005', '0.53005')).toBe('The price must be a multiple of 0.0001.');
  });

  it('becomes a limit 0 to 5% beyond it', () => {
    const above = 'The limit must be 0% to 5% above the price that the order waits for.';
    expect(['0.5599', '0.56', '0.588', '0.5881'].map((limit) => fault('0.56', limit))).toEqual([
      above,
      null,
      null,
      above,
    ]);
    const below = above.replace('above', 'below');
    const sale = (limit: string) => fault('0.5', limit, { side: 'sell' });
    expect(['0.5001', '0.5', '0.475', '0.4749'].map(sale)).toEqual([below, null, null, below]);
  });

  it('is said where the exchange holds no such order', () => {
    const triggers: TriggerType[] = ['stop-limit'];
    expect([fault('0.53', '0.53', { triggers }), fault('0.51', '0.51', { triggers })]).toEqual([
      null,
      'coinbase holds no buy order that waits for a lower price.',
    ]);
    expect(fault('0.53', '0.53', { triggers, side: 'sell' })).toBe(
      'coinbase holds no sell order that waits for a higher price.',
    );
    expect(fault('0.51', '0.51', { triggers, side: 'sell' })).toBeNull();
  });
});
