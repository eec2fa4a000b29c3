import type { BacktestPoint, BacktestReport } from '#contracts/backtests.ts';
import { countText, plainText, shareText, utcDay } from '../shown.ts';
import { Big } from 'big.js';
import { curvesOf, fallArea, xOf, yOf } from './curve.ts';
import styles from './charts.module.css';

const BOX = { width: 600, height: 200 };
const LOW_BOX = { width: 600, height: 60 };

type Of = Pick<BacktestReport, 'points' | 'currency' | 'counterCurrency' | 'lines' | 'baseCurrency' | 'basket'>;

const money = (value: number, unit: string) => plainText(new Big(value.toFixed(8)), unit);

/** First and last day below, the ends of the scale beside. */
function Axis({ points, low, high }: { points: readonly BacktestPoint[]; low: string; high: string }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      <span>
        {low} to {high}
      </span>
      <span>
        {utcDay(points[0]?.time ?? 0)} – {utcDay(points.at(-1)?.time ?? 0)}
      </span>
    </div>
  );
}

/** the run and just holding in one scale. */
export function EquityChart({ report: { points, currency } }: { report: Of }) {
  const [value, holding] = curvesOf([points.map((point) => point.value), points.map((point) => point.holding)], BOX);
  const last = points.at(-1);
  if (!value || !holding || !last) return null;
  return (
    <figure className={styles.figure}>
      <figcaption>
        <span className={styles.valueKey}>This bot</span> <span className={styles.holdingKey}>Just holding</span>
        <span className="visually-hidden">
          : {money(last.value, currency)} and {money(last.holding, currency)} at the end
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.holding} d={holding.path} />
        <path className={styles.value} d={value.path} />
      </svg>
      <Axis points={points} high={money(value.high, currency)} low={money(value.low, currency)} />
    </figure>
  );
}

/** how far it was below its peak. */
export function FallChart({ report: { points } }: { report: Of }) {
  const { path, deepest } = fallArea(points, LOW_BOX);
  return (
    <figure className={styles.figure}>
      <figcaption>Below its peak, at most {shareText(deepest, 2)}</figcaption>
      <svg
        className={styles.low}
        viewBox={`0 0 ${LOW_BOX.width} ${LOW_BOX.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.fall} d={path} />
      </svg>
    </figure>
  );
}

function Marks({ points, scale }: { points: readonly BacktestPoint[]; scale: { low: number; high: number } }) {
  return points.map((point, at) => {
    const [x, y] = [xOf(at, points.length, BOX), yOf(point.price, scale, BOX)];
    return (
      <g key={point.time}>
        {point.ambiguous > 0 ? <line className={styles.ambiguous} x1={x} x2={x} y1="0" y2={BOX.height} /> : null}
        {point.buys > 0 ? <path className={styles.buy} d={`M${x} ${y + 3}l3 6h-6z`} /> : null}
        {point.sells > 0 ? <path className={styles.sell} d={`M${x} ${y - 3}l3 -6h-6z`} /> : null}
      </g>
    );
  });
}

/** the price with its lines, where it bought and sold, and the bars that leave open what came first. */
export function DealsChart({ report: { points, lines, counterCurrency, basket } }: { report: Of }) {
  const prices = points.map(({ price }) => price);
  const shown = lines.map((line) => line.toNumber());
  const ends = { low: Math.min(...prices, ...shown), high: Math.max(...prices, ...shown) };
  const [price] = curvesOf([prices], BOX, ends);
  if (!price) return null;
  const sum = (name: 'buys' | 'sells' | 'ambiguous') => points.reduce((all, point) => all + point[name], 0);
  return (
    <figure className={styles.figure}>
      <figcaption>
        {basket ? 'Its worth' : 'Price'} with{' '}
        <span className={styles.buyKey}>{countText(sum('buys'), ['purchase', 'purchases'])}</span>,{' '}
        <span className={styles.sellKey}>{countText(sum('sells'), ['sale', 'sales'])}</span> and{' '}
        <span className={styles.ambiguousKey}>{countText(sum('ambiguous'), ['ambiguous bar', 'ambiguous bars'])}</span>
      </figcaption>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map((line) => (
          <line
            key={line}
            className={styles.line}
            x1="0"
            x2={BOX.width}
            y1={yOf(line, ends, BOX)}
            y2={yOf(line, ends, BOX)}
          />
        ))}
        <Marks points={points} scale={ends} />
        <path className={styles.price} d={price.path} />
      </svg>
      <Axis points={points} high={money(ends.high, counterCurrency)} low={money(ends.low, counterCurrency)} />
    </figure>
  );
}
