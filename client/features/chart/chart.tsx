import { useQuery } from '@tanstack/react-query';
import { ChartCandlestick } from 'lucide-react';
import type { Big } from 'big.js';
import { useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { type Bar, INTERVAL_MS, type Interval, INTERVALS, type Trade } from './bars.ts';
import { candles } from './candles.queries.ts';
import type { ChartLine } from './chart-line.ts';
import styles from './chart.module.css';
import { LinesDialog } from './lines/lines-dialog.tsx';
import { MoveDialog } from './lines/move-dialog.tsx';
import { OlderNote, useOlder } from './older/older-candles.tsx';
import { Plot } from './plot/plot.tsx';
import { Summary } from './summary.tsx';
import { useLastTrade } from './use-last-trade.ts';

export interface ChartProps {
  market: Market;
  pair: Pair;
  /** Subscribes to the pair's trades; must be stable per pair. */
  watchTrades: (onTrade: (trade: Trade) => void) => () => void;
  lines: readonly ChartLine[];
  /** Shown if some lines are missing. */
  linesNote: string | null;
  /** Epoch ms; null while live or connecting. */
  offlineSince: number | null;
  /** Fills this price into the order form. */
  onPickPrice: (price: Big) => void;
  /** Offers a new alert at this price. */
  onQuickAlert: (price: Big) => void;
}

const INTERVAL_KEY = 'chart-interval';
const storedInterval = (): Interval =>
  INTERVALS.find((interval) => interval === localStorage.getItem(INTERVAL_KEY)) ?? '15m';
const OPTIONS = INTERVALS.map((interval) => ({ value: interval, label: interval }));

interface Moving {
  line: ChartLine;
  price: Big;
}

interface StageProps extends ChartProps {
  interval: Interval;
  bars: readonly Bar[];
  /** When the bars were fetched, if they are outdated; null while live. */
  asOf: number | null;
  listed: boolean;
  onListed: (listed: boolean) => void;
}

const NoCandles = () => (
  <Empty icon={ChartCandlestick} title="No candles yet">
    They appear with the first trades of this pair.
  </Empty>
);

const AsOf = ({ at }: { at: number }) => (
  <p className={styles.asOf}>
    Last updated <Time at={at} />
  </p>
);

const LoadState = ({ error, ...retry }: { error: Error | null; onRetry: () => void; retrying: boolean }) =>
  error ? <ErrorState error={error} {...retry} /> : <Skeleton lines={1} height="100%" label="Loading the candles" />;

const Notice = () => (
  <p className={styles.notice}>
    <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
      TradingView Lightweight Charts™
    </a>{' '}
    © 2025 TradingView, Inc.
  </p>
);

/** The canvas with the dialogs of its lines. */
function Stage(props: StageProps) {
  const { market, pair, interval, bars, lines, asOf, offlineSince, onPickPrice, onQuickAlert } = props;
  const [moving, setMoving] = useState<Moving | null>(null);
  const trade = useLastTrade(props.watchTrades);
  const marketPrice = trade?.price ?? bars.at(-1)?.close ?? null;
  const disabled = offlineSince !== null;
  const older = useOlder({ market, name: pair.name, interval }, disabled);
  const alertAt = (price: Big) => {
    props.onListed(false);
    if (!disabled) onQuickAlert(price);
  };
  const movable = moving?.line.movable;
  return (
    <>
      <Plot
        pair={pair}
        bars={bars}
        length={INTERVAL_MS[interval]}
        watchTrades={props.watchTrades}
        lines={lines}
        moving={moving && { id: moving.line.id, price: moving.price }}
        marketPrice={marketPrice}
        disabled={disabled}
        onPick={onPickPrice}
        onLongPress={alertAt}
        onNearStart={older.near}
        onMove={(line, price) => setMoving({ line, price })}
      />
      <Summary pair={pair} interval={interval} bars={bars} price={marketPrice} lines={lines} />
      <div className={styles.notes}>
        {asOf === null ? null : <AsOf at={asOf} />}
        <OlderNote older={older} />
      </div>
      <LinesDialog
        open={props.listed}
        lines={lines}
        note={props.linesNote}
        pair={pair}
        marketPrice={marketPrice}
        disabled={disabled}
        onChange={(line) => {
          props.onListed(false);
          setMoving({ line, price: line.price });
        }}
        onAlert={alertAt}
        onClose={() => props.onListed(false)}
      />
      {moving && movable ? (
        <MoveDialog
          line={{ ...moving.line, movable }}
          price={moving.price}
          pair={pair}
          marketPrice={marketPrice}
          onPrice={(price) => setMoving({ ...moving, price })}
          onClose={() => setMoving(null)}
        />
      ) : null}
    </>
  );
}

/** Fills its container, whose height is reserved. */
export function Chart(props: ChartProps) {
  const { market, pair, lines, offlineSince } = props;
  const [interval, setInterval] = useState(storedInterval);
  const [listed, setListed] = useState(false);
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery(candles({ market, name: pair.name, interval }));
  const bars = data?.bars;
  const choose = (next: Interval) => {
    localStorage.setItem(INTERVAL_KEY, next);
    setInterval(next);
  };
  const isOld = offlineSince !== null || error !== null;
  return (
    <section className={styles.chart} aria-label={`Chart of ${pair.baseCurrency}/${pair.counterCurrency}`}>
      <div className={styles.bar}>
        <Segments label="Candles of" labelHidden options={OPTIONS} value={interval} onChange={choose} />
        <Button small variant="quiet" className={styles.lines} disabled={!bars?.length} onClick={() => setListed(true)}>
          Lines ({lines.length})
        </Button>
      </div>
      <div className={styles.stage}>
        {bars?.length ? (
          <Stage
            {...props}
            interval={interval}
            bars={bars}
            asOf={isOld ? dataUpdatedAt : null}
            listed={listed}
            onListed={setListed}
          />
        ) : null}
        {bars?.length === 0 ? <NoCandles /> : null}
        {data ? null : <LoadState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      </div>
      <Notice />
    </section>
  );
}
