import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { isUnprotected, needsOf } from './attention.ts';
import { BLOCK_STATES, OVER_STATES } from './block-state.ts';

type Part = Parameters<typeof needsOf>[0][number];
const part = (change: Partial<Part> = {}): Part => ({
  status: 'filled',
  statusReason: null,
  protection: 'exchange',
  protectionReason: null,
  interference: null,
  firstFilledQuantity: new Big(5),
  inGroup: false,
  connectorName: 'Main',
  ...change,
});

describe('unprotected', () => {
  it('is what holds something without a target, or with targets that are not held by exchange or server', () => {
    expect(isUnprotected(part({ protection: 'none' }))).toBe(true);
    expect(isUnprotected(part({ protection: 'unprotected' }))).toBe(true);
    expect(isUnprotected(part({ protection: 'unprotected', firstFilledQuantity: new Big(0) }))).toBe(true);
    expect(isUnprotected(part({ protection: 'none', firstFilledQuantity: new Big(0) }))).toBe(false);
    for (const protection of ['exchange', 'server', 'placing', 'unknown'] as const)
      expect(isUnprotected(part({ protection }))).toBe(false);
  });

  it('is nothing that is over', () => {
    const over = new Set<string>(OVER_STATES);
    for (const status of BLOCK_STATES)
      expect(isUnprotected(part({ status, protection: 'none' }))).toBe(!over.has(status));
  });
});

describe('what a block needs', () => {
  it('is nothing while all is well', () => {
    expect(needsOf([part(), part({ inGroup: true })])).toEqual([]);
    expect(needsOf([part({ statusReason: 'Too small to exit' })])).toEqual([]);
  });

  it('comes with its keys and the first reason, the most pressing first', () => {
    const parts = [
      part({ protection: 'none' }),
      part({ protection: 'unprotected', protectionReason: 'Halted.', connectorName: 'Mum', inGroup: true }),
      part({ interference: 'balance-spent', connectorName: 'Dad', inGroup: true }),
      part({ status: 'skipped', statusReason: 'Too small.', connectorName: 'Fund', inGroup: true }),
      part({ statusReason: 'Refused.', connectorName: 'Ann', inGroup: true }),
    ];
    expect(needsOf(parts)).toEqual([
      { kind: 'unprotected', keys: ['Main', 'Mum'], reason: 'Halted.' },
      { kind: 'changed', keys: ['Dad'], reason: null },
      { kind: 'copies', keys: ['Fund', 'Ann'], reason: 'Too small.' },
    ]);
  });

  it('does not ask about what is over', () => {
    expect(needsOf([part({ status: 'closed', interference: 'balance-spent' })])).toEqual([]);
    expect(needsOf([part({ status: 'closed', statusReason: 'Sold.', inGroup: true })])).toEqual([]);
    expect(needsOf([part({ status: 'rejected', inGroup: true })])).toEqual([
      { kind: 'copies', keys: ['Main'], reason: null },
    ]);
  });
});
