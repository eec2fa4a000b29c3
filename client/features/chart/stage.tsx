import { ChartCandlestick } from 'lucide-react';
import type { Big } from 'big.js';
import { useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { INTERVAL_MS, type Trade } from './bars.ts';
import type { ChartLine } from './chart-line.ts';
import styles from './chart.module.css';
import { LinesDialog } from './lines/lines-dialog.tsx';
import { MoveDialog } from './lines/move-dialog.tsx';
import type { CandleHistory } from './older/candle-history.ts';
import { OlderNote, useOlder } from './older/older-candles.tsx';
import { Plot } from './plot/plot.tsx';
import { Summary } from './summary.tsx';
import type { ChartSettings } from './use-chart-settings.ts';
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

interface Moving {
  line: ChartLine;
  price: Big;
}

interface StageProps extends ChartProps {
  settings: ChartSettings;
  history: CandleHistory;
  /** When the bars were fetched, if they are outdated; null while live. */
  asOf: number | null;
  listed: boolean;
  onListed: (listed: boolean) => void;
}

export const NoCandles = () => (
  <Empty icon={ChartCandlestick} title="No candles yet">
    They appear with the first trades of this pair.
  </Empty>
);

const AsOf = ({ at }: { at: number }) => (
  <p className={styles.asOf}>
    Last updated <Time at={at} />
  </p>
);

export const LoadState = ({ error, ...retry }: { error: Error | null; onRetry: () => void; retrying: boolean }) =>
  error ? <ErrorState error={error} {...retry} /> : <Skeleton lines={1} height="100%" label="Loading the candles" />;

interface LineDialogsProps extends StageProps {
  marketPrice: Big | null;
  disabled: boolean;
  moving: Moving | null;
  onMoving: (moving: Moving | null) => void;
  onAlert: (price: Big) => void;
}

function LineDialogs({ pair, moving, onMoving, marketPrice, disabled, ...props }: LineDialogsProps) {
  const movable = moving?.line.movable;
  return (
    <>
      <LinesDialog
        open={props.listed}
        lines={props.lines}
        note={props.linesNote}
        pair={pair}
        marketPrice={marketPrice}
        disabled={disabled}
        onChange={(line) => {
          props.onListed(false);
          onMoving({ line, price: line.price });
        }}
        onAlert={props.onAlert}
        onClose={() => props.onListed(false)}
      />
      {moving && movable ? (
        <MoveDialog
          line={{ ...moving.line, movable }}
          price={moving.price}
          pair={pair}
          marketPrice={marketPrice}
          onPrice={(price) => onMoving({ ...moving, price })}
          onClose={() => onMoving(null)}
        />
      ) : null}
    </>
  );
}

/** The canvas with the dialogs of its lines. */
export function Stage(props: StageProps) {
  const { market, pair, settings, lines, asOf, offlineSince, onPickPrice, onQuickAlert } = props;
  const { interval } = settings;
  const { bars, whole } = props.history;
  const [moving, setMoving] = useState<Moving | null>(null);
  const trade = useLastTrade(props.watchTrades);
  const marketPrice = trade?.price ?? bars.at(-1)?.close ?? null;
  const disabled = offlineSince !== null;
  const older = useOlder({ market, name: pair.name, interval }, disabled);
  const alertAt = (price: Big) => {
    props.onListed(false);
    if (!disabled) onQuickAlert(price);
  };
  return (
    <>
      <Plot
        {...settings}
        pair={pair}
        bars={bars}
        whole={whole}
        length={INTERVAL_MS[interval]}
        watchTrades={props.watchTrades}
        lines={lines}
        moving={moving && { id: moving.line.id, price: moving.price }}
        marketPrice={marketPrice}
        disabled={disabled}
        onPick={onPickPrice}
        onLongPress={alertAt}
        onList={() => props.onListed(true)}
        onNearStart={older.near}
        onMove={(line, price) => setMoving({ line, price })}
      />
      <Summary pair={pair} interval={interval} bars={bars} price={marketPrice} lines={lines} />
      <div className={styles.notes}>
        {asOf === null ? null : <AsOf at={asOf} />}
        <OlderNote older={older} />
      </div>
      <LineDialogs
        {...props}
        marketPrice={marketPrice}
        disabled={disabled}
        moving={moving}
        onMoving={setMoving}
        onAlert={alertAt}
      />
    </>
  );
}
