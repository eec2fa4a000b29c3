import type { BotType } from '#contracts/bots.ts';
import { PICTURES } from './pictures.ts';
import styles from './templates.module.css';

const [WIDTH, HEIGHT] = [96, 56];
const MARGIN = 5;

const y = (at: number): number => HEIGHT - MARGIN - at * (HEIGHT - 2 * MARGIN);

/** Where a type buys and sells while the price moves. */
export function TemplatePicture({ type }: { type: BotType }) {
  const { lines, price } = PICTURES[type];
  const step = WIDTH / (price.length - 1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.picture} aria-hidden="true">
      {lines.map(({ at, kind, from = 0, to = 1, weight = 1 }) => (
        <line
          key={`${kind} ${at} ${from}`}
          className={styles[kind]}
          strokeWidth={weight}
          x1={from * WIDTH}
          x2={to * WIDTH}
          y1={y(at)}
          y2={y(at)}
        />
      ))}
      <polyline className={styles.price} points={price.map((at, place) => `${place * step},${y(at)}`).join(' ')} />
    </svg>
  );
}
