import { Big } from 'big.js';
import type { ExitPlan, PlanStop, PlanTerms } from '../../server/domain/exit-plan/exit-plan.ts';

export const big = (amount: Big.BigSource): Big => new Big(amount);

/** XRPUSDT as in the worked examples. */
export const XRP_TERMS: PlanTerms = {
  side: 'buy',
  fee: big('0.001'),
  step: big('0.1'),
  tick: big('0.0001'),
  minNotional: big(5),
  minQuantity: big('0.1'),
};

export const stopAt = (price: string, more: Partial<PlanStop> = {}): PlanStop => ({
  price: big(price),
  trailing: null,
  after: null,
  closing: null,
  ...more,
});

/** '0.5460 50, 0.5600 30, 0.5800 20': prices and percent. */
export function planOf(
  targets: string,
  stop: PlanStop | null = stopAt('0.4940'),
  more: Partial<ExitPlan> = {},
): ExitPlan {
  const rows = targets === '' ? [] : targets.split(', ').map((row) => row.split(' '));
  return {
    targets: rows.map(([price = '0', share = '100']) => ({ price: big(price), share: big(share).div(100) })),
    stop,
    lastTrails: null,
    ...more,
  };
}

/** Amounts as text, wherever they stand. */
export const told = (value: unknown): unknown => {
  if (value instanceof Big) return value.toFixed();
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, told(each)]));
};
