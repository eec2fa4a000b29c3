import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { XRP } from '../../../tests/factories/block-sketch.ts';
import { nextPeak } from './follow-market.ts';
import { stopStart } from './stop-start.ts';

const start = (
  price: string,
  percent: string | null,
  of: { side?: 'buy' | 'sell'; market?: string; pair?: typeof XRP } = {},
) => {
  const { side = 'buy', market = '0.52', pair = XRP } = of;
  const trailing = percent === null ? null : big(percent).div(100);
  const { at, movedBy } = stopStart({ price: big(price), trailing }, big(market), {
    terms: { side, tick: XRP.tick },
    pair,
  });
  return [at.toFixed(), movedBy];
};

describe('EX-7 EX-8 where a stop that follows begins, and who moves it', () => {
  it('at its distance by the exchange; at its price by this server where that protects more', () => {
    expect(start('0.494', null)).toEqual(['0.494', null]);
    expect(start('0.494', '3')).toEqual(['0.5044', 'exchange']);
    expect(start('0.5044', '3')).toEqual(['0.5044', 'exchange']);
    expect(start('0.5045', '3')).toEqual(['0.5045', 'server']);
    expect(start('0.55', '3', { side: 'sell' })).toEqual(['0.5356', 'exchange']);
    expect(start('0.5355', '3', { side: 'sell' })).toEqual(['0.5355', 'server']);
  });

  it('at its price where its distance is within three ticks of the market', () => {
    const pair = { ...XRP, trailing: null };
    expect(start('0.0500', '0.5', { market: '0.0520', pair })).toEqual(['0.0517', 'server']);
    expect(start('0.0500', '0.3', { market: '0.0520', pair })).toEqual(['0.05', 'server']);
    expect(start('0.0500', '0.3', { market: '0.0520' })).toEqual(['0.0518', 'exchange']);
  });

  it('by this server where the exchange has no order that trails so far', () => {
    expect(start('0.494', '3', { pair: { ...XRP, trailing: null } })).toEqual(['0.5044', 'server']);
    expect(start('0.494', '3', { pair: { ...XRP, triggers: new Set(['stop-limit' as const]) } })).toEqual([
      '0.5044',
      'server',
    ]);
    const short = { above: { min: 10, max: 2000 }, below: { min: 10, max: 299 } };
    expect(start('0.494', '3', { pair: { ...XRP, trailing: short } })).toEqual(['0.5044', 'server']);
    expect(start('0.55', '3', { side: 'sell', pair: { ...XRP, trailing: short } })).toEqual(['0.5356', 'exchange']);
  });

  it('EX-8 is looked at next where its peak is to be written, or where it is worth moving', () => {
    const next = ([peak, written, stop]: [string, string, string], side: 'buy' | 'sell' = 'buy') =>
      nextPeak(
        { peak: big(peak), written: big(written), stop: big(stop) },
        { side, tick: XRP.tick, distance: big('0.03') },
      ).toFixed();
    // A tenth of a percent of what is written is 0.52052; the stop is worth moving from 0.505 on, at 0.5207.
    expect(next(['0.52', '0.52', '0.5044'])).toBe('0.5206');
    expect(next(['0.5203', '0.5203', '0.5044'])).toBe('0.5207');
    expect(next(['0.54', '0.52', '0.5044'])).toBe('0.5401');
    expect(next(['0.52', '0.52', '0.5356'], 'sell')).toBe('0.5194');
    expect(next(['0.51', '0.52', '0.5356'], 'sell')).toBe('0.5099');
  });
});
