import type { Big } from 'big.js';
import type { Key } from '#contracts/keys.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import { formatAmount } from '../../../lib/format-amount.ts';

/** The rule while being edited. */
export interface SizeDraft {
  kind: 'proportional' | 'fixed';
  multiplier: string;
  fixed: string;
  /** '' for none. */
  ceiling: string;
}
export type SizeFaults = Partial<Record<'multiplier' | 'fixed' | 'ceiling', string>>;
export type SizeRule = Pick<Key, 'multiplier' | 'ceiling' | 'fixed'>;

const MOST = 100;
const MOST_MONEY = 1e12;
/** Significant digits of a JSON number. */
const DIGITS = 15;
const ZERO = 'Enter a number above zero.';

export const draftOf = ({ multiplier, ceiling, fixed }: SizeRule): SizeDraft => ({
  kind: fixed === null ? 'proportional' : 'fixed',
  multiplier: multiplier.toFixed(),
  fixed: fixed?.toFixed() ?? '',
  ceiling: ceiling?.toFixed() ?? '',
});

const faultOf = (typed: string, amount: Big | null): string | null => {
  if (!amount?.gt(0)) return ZERO;
  if (amount.gt(MOST_MONEY)) return 'This amount is too large.';
  return typed.replace(/\D/g, '').length > DIGITS ? `Enter at most ${DIGITS} digits.` : null;
};

/** The edited rule, or errors by field; values not in use stay unchanged. */
export function readSize(draft: SizeDraft, before: SizeRule): { rule: SizeRule } | { faults: SizeFaults } {
  const [multiplier, fixed, ceiling] = [draft.multiplier, draft.fixed, draft.ceiling].map(readNumber);
  const faults: SizeFaults = {};
  const check = (name: keyof SizeFaults, amount: Big | null | undefined) => {
    const fault = faultOf(draft[name], amount ?? null);
    if (fault !== null) faults[name] = fault;
  };
  if (draft.kind === 'fixed') check('fixed', fixed);
  else check('multiplier', multiplier);
  if (draft.kind === 'proportional' && multiplier?.gt(MOST)) faults.multiplier = `A multiplier is at most ${MOST}.`;
  if (draft.ceiling !== '') check('ceiling', ceiling);
  if (Object.keys(faults).length > 0) return { faults };
  return {
    rule: {
      multiplier: (draft.kind === 'proportional' && multiplier) || before.multiplier,
      fixed: (draft.kind === 'fixed' && fixed) || null,
      ceiling: ceiling ?? null,
    },
  };
}

const isSame = (one: Big | null, other: Big | null) => (one && other ? one.eq(other) : one === other);

export const isSameRule = (one: SizeRule, other: SizeRule): boolean =>
  isSame(one.multiplier, other.multiplier) && isSame(one.fixed, other.fixed) && isSame(one.ceiling, other.ceiling);

const money = (amount: Big) => `${formatAmount(amount, 2)} USDT`;

export function ruleText({ multiplier, ceiling, fixed }: SizeRule): string {
  const size = fixed === null ? `In proportion to the balances, × ${multiplier.toFixed()}` : `${money(fixed)} a deal`;
  return ceiling === null ? `${size}.` : `${size}, at most ${money(ceiling)} a deal.`;
}
