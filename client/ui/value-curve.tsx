import type { CurvePoint, PeakedPoint } from '#contracts/rules/drawdown.ts';
import { drawdownOf } from '#contracts/rules/drawdown.ts';
import styles from './value-curve.module.css';

interface Props {
  /** Oldest first; null is a gap. */
  points: readonly CurvePoint[];
  /** Text alternative. */
  label: string;
  /** The value changes only at its points, not between them. */
  stepped?: boolean;
  /** Shows where zero is. */
  zero?: boolean;
  className?: string | undefined;
}

const WIDTH = 300;
const HEIGHT = 100;
const PAD = 2;

interface Drawn {
  x: number;
  y: number;
  peakY: number;
}

/** Doubles are used for drawing only. */
function placed(points: readonly PeakedPoint[], zero: boolean) {
  const values = points.flatMap(({ value, peak }) => [value, peak].flatMap((one) => one?.toNumber() ?? []));
  if (zero) values.push(0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const x = (at: number) => PAD + ((at - first) / (last - first || 1)) * (WIDTH - 2 * PAD);
  const y = (value: number) => HEIGHT - PAD - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * PAD);
  const drawn = points.map(({ at, value, peak }): Drawn | null =>
    value && peak ? { x: x(at), y: y(value.toNumber()), peakY: y(peak.toNumber()) } : null,
  );
  return { drawn, zeroY: y(0) };
}

/** Runs of points that are known, and between them the gaps. */
function runsOf(drawn: readonly (Drawn | null)[]): Drawn[][] {
  const runs: Drawn[][] = [[]];
  for (const point of drawn) {
    if (point) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

const n = (value: number): string => value.toFixed(1);

function lineOf(run: readonly Drawn[], stepped: boolean): string {
  return run
    .map(({ x, y }, index) => (index === 0 ? `M${n(x)} ${n(y)}` : stepped ? `H${n(x)}V${n(y)}` : `L${n(x)} ${n(y)}`))
    .join('');
}

/** Between the line and the peak before it. */
function shadeOf(run: readonly Drawn[], stepped: boolean): string {
  const along = (one: Drawn, before: Drawn | undefined, y: (of: Drawn) => number) =>
    before === undefined
      ? `${n(one.x)} ${n(y(one))}`
      : `L${stepped ? `${n(one.x)} ${n(y(before))}L` : ''}${n(one.x)} ${n(y(one))}`;
  const there = run.map((one, index) => along(one, run[index - 1], ({ peakY }) => peakY)).join('');
  const back = run
    .toReversed()
    .map((one, index, all) => {
      const later = all[index - 1];
      return `L${later && stepped ? `${n(later.x)} ${n(one.y)}L` : ''}${n(one.x)} ${n(one.y)}`;
    })
    .join('');
  return `M${there}${back}Z`;
}

/** A value over time; falls from its peak are shaded, gaps are dashed. */
export function ValueCurve({ points, label, stepped = false, zero = false, className }: Props) {
  const { drawn, zeroY } = placed(drawdownOf(points).points, zero);
  const runs = runsOf(drawn);
  return (
    <figure className={`${styles.figure ?? ''} ${className ?? ''}`}>
      <svg className={styles.curve} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {zero ? <line className={styles.zero} x1="0" x2={WIDTH} y1={zeroY} y2={zeroY} /> : null}
        {runs.map((run, index) => {
          const [begin, end] = [run[0], runs[index - 1]?.at(-1)];
          return (
            <g key={begin?.x}>
              {begin && end ? (
                <path className={styles.gap} d={`M${n(end.x)} ${n(end.y)}L${n(begin.x)} ${n(begin.y)}`} />
              ) : null}
              <path className={styles.drawdown} d={shadeOf(run, stepped)} />
              <path className={styles.line} d={lineOf(run, stepped)} />
            </g>
          );
        })}
      </svg>
      <figcaption className="visually-hidden">{label}</figcaption>
    </figure>
  );
}
