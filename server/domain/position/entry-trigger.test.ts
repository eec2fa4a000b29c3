import { describe, expect, it } from 'vitest';
import { big, XRP } from '../../../tests/factories/block-sketch.ts';
import type { TriggerType } from '../market/pair.ts';
import { trailingEntryPrice } from '#contracts/rules/trailing-entry.ts';
import { trailingEntryFault, trailingTriggerAt, triggerAt, triggerFault } from './entry-trigger.ts';

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
      pair: { tick: XRP.tick, triggers: new Set(triggers), trailing: null },
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

describe('EX-9 an entry that trails', () => {
  const distance = big('0.01');
  const { tick } = XRP;
  const bounds = { above: { min: 10, max: 2000 }, below: { min: 50, max: 500 } };
  const pair = { tick, triggers: new Set<TriggerType>(['take-profit']), trailing: bounds };
  const fault = (
    price: string,
    more: {
      side?: 'buy' | 'sell';
      distance?: string;
      limit?: string;
      pair?: Partial<typeof pair> | { trailing: null };
    } = {},
  ) => {
    const { side = 'buy' } = more;
    const of = { price: big(price), distance: big(more.distance ?? '0.01') };
    const limit = more.limit ?? trailingEntryPrice(side, { start: of.price, distance: of.distance, tick }).toFixed();
    const terms = { side, market: big('0.52'), limit: big(limit), pair: { ...pair, ...more.pair }, exchange: 'bybit' };
    return trailingEntryFault(of, terms);
  };

  it('is sized at the worst price at which it can turn, with half a percent to spare', () => {
    const sized = (side: 'buy' | 'sell') => trailingEntryPrice(side, { start: big('0.5'), distance, tick }).toFixed();
    expect([sized('buy'), sized('sell')]).toEqual(['0.5076', '0.4925']);
    expect([
      fault('0.5', { limit: '0.5075' }),
      fault('0.5', { limit: '0.5076' }),
      fault('0.5', { limit: '0.5329' }),
      fault('0.5', { limit: '0.533' }),
    ]).toEqual([
      'An order that trails is sized at 0.5076, or up to 5% beyond it.',
      null,
      null,
      'An order that trails is sized at 0.5076, or up to 5% beyond it.',
    ]);
    const sale = (limit: string) => fault('0.53', { side: 'sell', limit });
    expect([sale('0.5221'), sale('0.522'), sale('0.4959'), sale('0.4958')]).toEqual([
      'An order that trails is sized at 0.522, or up to 5% beyond it.',
      null,
      null,
      'An order that trails is sized at 0.522, or up to 5% beyond it.',
    ]);
  });

  it('begins at once where the market is at its price, within three ticks or beyond', () => {
    const atOnce = (side: 'buy' | 'sell', price: string) =>
      trailingTriggerAt(side, { price: big(price), distance, market: big('0.52'), tick }).trailing?.atOnce;
    expect([atOnce('buy', '0.5197'), atOnce('buy', '0.5198'), atOnce('buy', '0.53')]).toEqual([false, true, true]);
    expect([atOnce('sell', '0.5203'), atOnce('sell', '0.5202'), atOnce('sell', '0.51')]).toEqual([false, true, true]);
  });

  it('begins on its side of the market, on its steps, as far as the exchange lets it trail', () => {
    expect([fault('0.5252'), fault('0.5253'), fault('0.50005')]).toEqual([
      null,
      'The price from which a buy order trails must be at most 0.5252.',
      'The price must be a multiple of 0.0001.',
    ]);
    expect([fault('0.5148', { side: 'sell' }), fault('0.5147', { side: 'sell' })]).toEqual([
      null,
      'The price from which a sell order trails must be at least 0.5148.',
    ]);
    // What is bought trails below the market, what is sold above it.
    expect([fault('0.5', { distance: '0.051' }), fault('0.53', { side: 'sell', distance: '0.051' })]).toEqual([
      'The trailing distance must be 0.5% to 5%.',
      null,
    ]);
    expect(fault('0.5', { pair: { trailing: null } })).toBe('bybit holds no order that trails.');
    expect(fault('0.5', { pair: { triggers: new Set<TriggerType>() } })).toBe('bybit holds no order that trails.');
  });
});
