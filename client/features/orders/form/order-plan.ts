import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import type { PlanParts } from '#contracts/plan-fields.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import type { Draft, Filled } from './order-draft.ts';
import type { DraftLadder } from './order-ladder.ts';

const PLAIN = { moves: 'stays', distance: '', close: '', interval: '15m', hours: '', onlyInProfit: false } as const;

/** Turns the two targets into a plan, or a plan into its first take profit and its stop. */
export function togglePlan(draft: Draft, { targets }: Filled, priceDecimals: number): Draft {
  if (draft.plan) {
    const { rows, stop } = draft.plan.typed;
    return { ...draft, plan: null, takeProfit: rows[0]?.price ?? '', stopLoss: stop };
  }
  const text = (of: keyof Filled['targets']) => targets[of].price?.toFixed(priceDecimals) ?? '';
  const rows = [{ price: text('takeProfit'), share: '100' }];
  return { ...draft, plan: { typed: { ...PLAIN, rows, stop: text('stopLoss') } } };
}

const USUAL_HOURS = '24';

export const toggleExpiry = (draft: Draft): Draft => ({
  ...draft,
  expires: draft.expires === null ? USUAL_HOURS : null,
});

/** Ms after which what has not filled is canceled; null for never, or while it cannot be read. */
export function expiryOf({ expires }: Draft): number | null {
  const hours = expires === null ? null : readNumber(expires);
  return hours && hours.times(HOUR_MS).round().toNumber();
}

/** Why the order is not complete yet; null where it is. */
export function planFault(draft: Draft): string | null {
  if (draft.plan && !draft.plan.parts) return 'Enter a price for each take profit, or a stop loss alone.';
  return draft.expires !== null && !expiryOf(draft) ? 'Enter after how many hours the order expires.' : null;
}

/** What an order says of its plan and its time; null while it is not complete. */
export function planOf(draft: Draft): (Partial<PlanParts> & { expiresAfter?: number }) | null {
  if (planFault(draft) !== null) return null;
  const expiresAfter = expiryOf(draft);
  return { ...draft.plan?.parts, ...(expiresAfter ? { expiresAfter } : {}) };
}

const USUAL: DraftLadder = { end: '', limits: '5', weight: '1' };

/** A ladder waits for no price. */
export const toggleLadder = (draft: Draft): Draft =>
  draft.ladder ? { ...draft, ladder: null } : { ...draft, ladder: USUAL, waits: false };
export const toggleWaits = (draft: Draft): Draft => ({ ...draft, waits: !draft.waits, ladder: null });

const WEIGHT_DECIMALS = 2;
const decimalsOf = (field: keyof DraftLadder, priceDecimals: number): number =>
  ({ end: priceDecimals, limits: 0, weight: WEIGHT_DECIMALS })[field];

export const typeLadder = (draft: Draft, field: keyof DraftLadder, of: { typed: string; decimals: number }): Draft => ({
  ...draft,
  ladder: { ...(draft.ladder ?? USUAL), [field]: cleanNumber(of.typed, decimalsOf(field, of.decimals)) },
});
