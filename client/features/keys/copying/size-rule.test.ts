import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { draftOf, isSameRule, readSize, ruleText, type SizeRule } from './size-rule.ts';

const big = (amount: string) => new Big(amount);
const DEFAULT: SizeRule = { multiplier: big('1'), ceiling: null, fixed: null };

describe('the size rule of a copy key', () => {
  it('is parsed from its draft', () => {
    for (const rule of [DEFAULT, { multiplier: big('0.5'), ceiling: big('250'), fixed: big('26.5') }])
      expect(readSize(draftOf(rule), rule)).toEqual({ rule });
  });

  it('switches between a fixed amount and the ratio of balances without losing the other number', () => {
    const fixed = { ...DEFAULT, multiplier: big('2'), fixed: big('26') };
    expect(readSize({ ...draftOf(fixed), kind: 'proportional' }, fixed)).toEqual({ rule: { ...fixed, fixed: null } });
    expect(readSize({ ...draftOf(DEFAULT), kind: 'fixed', fixed: '40' }, DEFAULT)).toEqual({
      rule: { ...DEFAULT, fixed: big('40') },
    });
  });

  it('reports faults of the fields in use only', () => {
    const draft = draftOf(DEFAULT);
    const zero = 'Enter a number above zero.';
    expect(readSize({ ...draft, multiplier: '0', fixed: '' }, DEFAULT)).toEqual({ faults: { multiplier: zero } });
    expect(readSize({ ...draft, kind: 'fixed', multiplier: '' }, DEFAULT)).toEqual({ faults: { fixed: zero } });
    expect(readSize({ ...draft, multiplier: '101' }, DEFAULT)).toEqual({
      faults: { multiplier: 'A multiplier is at most 100.' },
    });
    expect(readSize({ ...draft, ceiling: '12345678901.12345' }, DEFAULT)).toEqual({
      faults: { ceiling: 'Enter at most 15 digits.' },
    });
    expect(readSize({ ...draft, ceiling: '1000000000001' }, DEFAULT)).toEqual({
      faults: { ceiling: 'This amount is too large.' },
    });
  });

  it('compares by value, not by text', () => {
    const rule = { multiplier: big('1.0'), ceiling: big('50'), fixed: null };
    expect(isSameRule(rule, { ...rule, multiplier: big('1'), ceiling: big('5e1') })).toBe(true);
    expect(isSameRule(rule, { ...rule, ceiling: null })).toBe(false);
    expect(isSameRule(rule, { ...rule, fixed: big('26') })).toBe(false);
  });

  it('is described in words', () => {
    expect(ruleText(DEFAULT)).toBe('In proportion to the balances, × 1.');
    expect(ruleText({ ...DEFAULT, fixed: big('26'), ceiling: big('50') })).toBe(
      '26.00 USDT a deal, at most 50.00 USDT a deal.',
    );
  });
});
