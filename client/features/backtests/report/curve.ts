import type { BacktestPoint } from '#contracts/backtests.ts';

export interface Box {
  width: number;
  height: number;
}

export interface Curve {
  /** Of an SVG path. */
  path: string;
  low: number;
  high: number;
}

const PAD = 2;
const n = (value: number): string => value.toFixed(1);

export const xOf = (at: number, count: number, { width }: Box): number =>
  PAD + (at / Math.max(1, count - 1)) * (width - 2 * PAD);

export const yOf = (value: number, { low, high }: Pick<Curve, 'low' | 'high'>, { height }: Box): number =>
  height - PAD - ((value - low) / (high - low || 1)) * (height - 2 * PAD);

/** Several lines in one scale. */
export function curvesOf(
  lines: readonly (readonly number[])[],
  box: Box,
  ends?: { low: number; high: number },
): Curve[] {
  const all = lines.flat();
  const { low, high } = ends ?? { low: Math.min(...all), high: Math.max(...all) };
  return lines.map((values) => ({
    low,
    high,
    path: values
      .map(
        (value, at) => `${at === 0 ? 'M' : 'L'}${n(xOf(at, values.length, box))} ${n(yOf(value, { low, high }, box))}`,
      )
      .join(''),
  }));
}

/** Below zero, as an area from the top. */
export function fallArea(points: readonly BacktestPoint[], box: Box): { path: string; deepest: number } {
  const deepest = Math.max(...points.map(({ drawdown }) => drawdown), 0);
  const ends = { low: -deepest || -1, high: 0 };
  const line = points
    .map(({ drawdown }, at) => `L${n(xOf(at, points.length, box))} ${n(yOf(-drawdown, ends, box))}`)
    .join('');
  return { path: `M${n(PAD)} ${n(PAD)}${line}L${n(box.width - PAD)} ${n(PAD)}Z`, deepest };
}
