import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { driftFault } from './planned-copy.ts';

const big = (amount: string) => new Big(amount);

it('Q a copy may be late by a move of 0.5% either way, and by no more', () => {
  const drift = (now: string) => driftFault(big('0.52'), big(now));
  expect([drift('0.52'), drift('0.5226'), drift('0.5174')]).toEqual([null, null, null]);
  expect(drift('0.52260001')).toMatch(/moved from 0\.52 to 0\.52260001/);
  expect(drift('0.51739999')).toMatch(/moved from 0\.52 to 0\.51739999/);
});

it('Q without a price then or now nothing is held against a copy', () => {
  expect([driftFault(null, big('1')), driftFault(big('1'), null)]).toEqual([null, null]);
});
