import { Big } from 'big.js';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';

/** lines at equal distances, or each the same percentage above the one below. */
export type Spacing = 'amount' | 'percent';

export interface LineSettings {
  low: Big;
  high: Big;
  /** One less than the lines. */
  steps: number;
  spacing: Spacing;
}

/** Digits of a root, and those it is computed with. */
const ROOT_DECIMALS = 20;
const Precise = Big();
Precise.DP = 2 * ROOT_DECIMALS;

/** The n-th root of a number above 0, to 20 decimals, by Newton's method from a double. */
export function rootOf(value: Big, n: number): Big {
  const target = new Precise(value.toFixed());
  let root = new Precise(Math.pow(value.toNumber(), 1 / n));
  // Each turn doubles the right digits: a double has 15.
  for (let turn = 0; turn < 3; turn += 1) {
    const rest = target.div(root.pow(n - 1));
    root = root
      .times(n - 1)
      .plus(rest)
      .div(n);
  }
  return new Big(root.round(ROOT_DECIMALS).toFixed());
}

/** To the nearest multiple, half of one upward. */
function nearestTo(step: Big, amount: Big): Big {
  const below = floorTo(step, amount);
  const above = ceilTo(step, amount);
  return above.minus(amount).lte(amount.minus(below)) ? above : below;
}

/** one more than there are steps, the lowest first; both ends as given. Several may be equal where steps are too fine. */
export function priceLines({ low, high, steps, spacing }: LineSettings, tick: Big): Big[] {
  const ratio = spacing === 'percent' ? rootOf(high.div(low), steps) : null;
  const lineAt = (at: number): Big =>
    ratio ? low.times(ratio.pow(at)) : low.plus(high.minus(low).times(at).div(steps));
  const between = Array.from({ length: steps - 1 }, (_, at) => nearestTo(tick, lineAt(at + 1)));
  return [low, ...between, high];
}

export const isRising = (lines: readonly Big[]): boolean =>
  lines.every((line, at) => at === 0 || line.gt(lines[at - 1] ?? line));

/** T-5: the line that would follow beyond the last one on a side. */
export function nextLine(
  lines: readonly Big[],
  { spacing }: Pick<LineSettings, 'spacing'>,
  { to, tick }: { to: 'up' | 'down'; tick: Big },
): Big {
  const [low, high] = [lines[0], lines.at(-1)];
  const steps = lines.length - 1;
  if (!low || !high || steps < 1) throw new Error('A grid has two lines at least.');
  const [from, sign] = to === 'up' ? [high, 1] : [low, -1];
  if (spacing === 'amount') return nearestTo(tick, from.plus(high.minus(low).times(sign).div(steps)));
  const ratio = rootOf(high.div(low), steps);
  return nearestTo(tick, to === 'up' ? from.times(ratio) : from.div(ratio));
}
