import type { Big } from 'big.js';
import styles from './history.module.css';

interface Props {
  points: readonly { at: number; profit: Big }[];
  /** Text alternative. */
  label: string;
}

const WIDTH = 300;
const HEIGHT = 64;
const PAD = 3;

/** Doubles are used for drawing only. */
function pathOf(points: Props['points']): { line: string; zero: number } {
  const profits = [0, ...points.map(({ profit }) => profit.toNumber())];
  const [low, high] = [Math.min(...profits), Math.max(...profits)];
  const first = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - first;
  const y = (profit: number) => HEIGHT - PAD - ((profit - low) / (high - low || 1)) * (HEIGHT - 2 * PAD);
  // A step line: the result changes only when a block closes.
  const steps = points.map(({ at, profit }, index) => {
    const along = span > 0 ? (at - first) / span : (index + 1) / points.length;
    return `H${(PAD + along * (WIDTH - 2 * PAD)).toFixed(1)}V${y(profit.toNumber()).toFixed(1)}`;
  });
  return { line: `M${PAD} ${y(0).toFixed(1)}${steps.join('')}H${WIDTH - PAD}`, zero: y(0) };
}

/** Cumulated result over time, with a zero line. */
export function EquityCurve({ points, label }: Props) {
  const { line, zero } = pathOf(points);
  return (
    <figure className={styles.figure}>
      <svg className={styles.curve} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line className={styles.zero} x1="0" x2={WIDTH} y1={zero} y2={zero} />
        <path className={styles.line} d={line} />
      </svg>
      <figcaption className="visually-hidden">{label}</figcaption>
    </figure>
  );
}
