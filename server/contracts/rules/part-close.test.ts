import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { partFault, type PartTerms, shareOf } from './part-close.ts';

const big = (amount: string) => new Big(amount);
/** 192.1 of XRP at 0.52 with a stop at 0.494. */
const terms: PartTerms = {
  held: big('192.1'),
  step: big('0.1'),
  minQuantity: big('0.1'),
  minNotional: big('5'),
  most: null,
  market: big('0.52'),
  lowest: big('0.494'),
};
const fault = (quantity: string, change: Partial<PartTerms> = {}) =>
  partFault(big(quantity), { ...terms, ...change }, 'XRP');

describe('a part of a position', () => {
  it('is a share on the step, never more', () => {
    expect(
      [shareOf(big('192.1'), big('0.25'), big('0.1')), shareOf(big('192.1'), big('0.5'), big('1'))].map(String),
    ).toEqual(['48', '96']);
  });

  it('is worth the minimum at the market', () => {
    // 5 / 0.52 = 9.615...
    expect(fault('9.7')).toBeNull();
    expect(fault('9.6')).toBe('The smallest part here is 9.7 XRP.');
    expect(fault('9.7', { minQuantity: big('20') })).toBe('The smallest part here is 20 XRP.');
  });

  it('leaves a rest that is worth the minimum at its lowest exit', () => {
    // 5 / 0.494 = 10.12...: 10.2 must stay.
    expect(fault('181.9')).toBeNull();
    expect(fault('182')).toBe('The largest part here is 181.9 XRP; or close all of it.');
    expect(fault('192.1')).toBe('The largest part here is 181.9 XRP; or close all of it.');
  });

  it('goes in one order', () => {
    expect(fault('100.1', { most: big('100.05') })).toBe('The largest part here is 100 XRP; or close all of it.');
    expect(fault('100', { most: big('100.05') })).toBeNull();
  });

  it('is none where a part and its rest cannot both be traded', () => {
    // 9.7 and 10.2 are needed.
    expect(fault('9.7', { held: big('19.8') })).toMatch(/^Only the whole/);
    expect(fault('9.7', { held: big('19.9') })).toBeNull();
    expect(fault('1', { held: big('5') })).toMatch(/^Only the whole/);
  });
});
