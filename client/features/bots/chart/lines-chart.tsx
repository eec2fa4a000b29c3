import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { classes } from '../../../ui/classes.ts';
import { type ChartLine, scaleOf, type Scale, topOf, withText } from './chart-scale.ts';
import { botCloses } from './closes.queries.ts';
import styles from './lines-chart.module.css';
import { PriceHandle } from './price-handle.tsx';

const NO_CLOSES: readonly number[] = [];

function Closes({ closes, scale }: { closes: readonly number[]; scale: Scale }) {
  const step = 100 / Math.max(1, closes.length - 1);
  const points = closes.map((price, at) => `${at * step},${topOf(scale, price)}`).join(' ');
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.closes} aria-hidden="true">
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const MarketLine = ({ price, scale, decimals }: { price: Big; scale: Scale; decimals: number }) => (
  <div className={classes(styles.line, styles.market)} style={{ top: `${topOf(scale, price.toNumber())}%` }}>
    <span className={styles.now}>
      <span className={styles.word}>market</span> {formatAmount(price, decimals)}
    </span>
  </div>
);

function Lines({ lines, scale }: { lines: readonly ChartLine[]; scale: Scale }) {
  const tops = lines.map(({ price }) => topOf(scale, price));
  const shown = withText(tops);
  return lines.map(({ price, side, text }, at) => (
    <div
      key={price}
      className={classes(styles.line, styles[side ?? 'empty'], shown.has(at) && styles.labeled)}
      style={{ top: `${tops[at] ?? 0}%` }}
    >
      <span className={styles.text}>{text}</span>
    </div>
  ));
}

export interface ChartEnd {
  label: string;
  price: number;
  onChange: (price: string) => void;
}

interface Props {
  market: Market;
  pair: Pair;
  lines: readonly ChartLine[];
  /** Last price, counter units. */
  now: Big | null;
  /** Prices that can be dragged. */
  ends?: readonly ChartEnd[];
}

const NO_ENDS: readonly ChartEnd[] = [];

/** Where a bot buys and sells, over the last five days of its pair. */
export function LinesChart({ market, pair, lines, now, ends = NO_ENDS }: Props) {
  const { data: closes = NO_CLOSES } = useQuery(botCloses(market, pair.name));
  const prices = [...closes, ...lines.map(({ price }) => price), ...ends.map(({ price }) => price)];
  const all = now ? [...prices, now.toNumber()] : prices;
  if (all.length === 0) return <div className={styles.chart} />;
  const scale = scaleOf(all);
  const name = `Lines of this bot and the last five days of ${pair.baseCurrency}/${pair.counterCurrency}`;
  return (
    <figure className={styles.chart} aria-label={name}>
      <Closes closes={closes} scale={scale} />
      <Lines lines={lines} scale={scale} />
      {now ? <MarketLine price={now} scale={scale} decimals={pair.counterRound} /> : null}
      {ends.map((end) => (
        <PriceHandle key={end.label} {...end} scale={scale} decimals={pair.counterRound} />
      ))}
    </figure>
  );
}
