import { ChartCandlestick } from 'lucide-react';
import type { Big } from 'big.js';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { INTERVAL_MS, type Trade } from './bars.ts';
import type { AlertPlace, ChartLine } from './chart-line.ts';
import styles from './chart.module.css';
import { LinesDialog } from './lines/lines-dialog.tsx';
import { MoveDialog } from './lines/move-dialog.tsx';
import type { CandleHistory } from './older/candle-history.ts';
import { OlderNote, useOlder } from './older/older-candles.tsx';
import { Plot } from './plot.tsx';
import { Summary } from './summary.tsx';
import type { ChartSettings } from './use-chart-settings.ts';
import { drawnChartLines } from './drawn/drawn-chart-lines.ts';
import { beginning, type DrawingTools } from './drawn/use-drawing-tools.ts';
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
  /** Offers a new alert. */
  onQuickAlert: (place: AlertPlace) => void;
}

/** Bars between the points of a trend line that is entered by its figures. */
const FROM_LAST = 50;

interface Moving {
  line: ChartLine;
  price: Big;
}

interface StageProps extends ChartProps {
  settings: ChartSettings;
  tools: DrawingTools;
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

const DrawnDialog = lazy(async () => ({ default: (await import('./drawn/drawn-dialog.tsx')).DrawnDialog }));

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
  onAlert: (place: AlertPlace) => void;
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
          if (line.edit) line.edit();
          else onMoving({ line, price: line.price });
        }}
        onAlert={(price) => props.onAlert({ price })}
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

/** With those that are drawn on this device. */
function useAllLines({ lines, tools, pair, history }: StageProps): readonly ChartLine[] {
  const now = history.bars.at(-1)?.openTime ?? 0;
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => [...lines, ...drawnChartLines(tools, pair, now)], [lines, tools.lines, pair, now]);
}

/** Opens the fields of the line that was to be placed. */
function typeLine({ tools, settings, history: { bars } }: StageProps, price: Big | null): void {
  const [first, last] = [bars[0], bars.at(-1)];
  if (tools.act?.at !== 'placing' || !first || !last || !price) return;
  const { openTime } = bars.at(-FROM_LAST) ?? first;
  tools.type(
    beginning({ kind: tools.act.kind, first: openTime, last: last.openTime, price, logarithmic: settings.logarithmic }),
  );
}

function DrawnDialogs({ tools, pair, offlineSince, onAlert }: StageProps & { onAlert: (place: AlertPlace) => void }) {
  const { act } = tools;
  if (act?.at !== 'typing' && act?.at !== 'editing') return null;
  return (
    <Suspense>
      <DrawnDialog
        line={act.line}
        pair={pair}
        offline={offlineSince !== null}
        onSave={tools.save}
        onDelete={act.at === 'editing' ? () => tools.remove(act.line) : undefined}
        onAlert={(place) => {
          tools.done();
          onAlert(place);
        }}
        onClose={tools.done}
      />
    </Suspense>
  );
}

/** The canvas with the dialogs of its lines. */
export function Stage(props: StageProps) {
  const { market, pair, settings, tools, asOf, offlineSince, onPickPrice, onQuickAlert } = props;
  const { interval } = settings;
  const { bars, whole } = props.history;
  const [moving, setMoving] = useState<Moving | null>(null);
  const lines = useAllLines(props);
  const trade = useLastTrade(props.watchTrades);
  const marketPrice = trade?.price ?? bars.at(-1)?.close ?? null;
  const disabled = offlineSince !== null;
  const older = useOlder({ market, name: pair.name, interval }, disabled);
  const addAlert = (place: AlertPlace) => {
    props.onListed(false);
    if (!disabled) onQuickAlert(place);
  };
  return (
    <>
      <Plot
        {...settings}
        tools={tools}
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
        onLongPress={(price) => addAlert({ price })}
        onList={() => props.onListed(true)}
        onNearStart={older.near}
        onMove={(line, price) => {
          if (!line.edit) setMoving({ line, price });
          else if (price.eq(line.price)) line.edit();
          else void line.movable?.move(price);
        }}
        onType={() => typeLine(props, marketPrice)}
      />
      <Summary pair={pair} interval={interval} bars={bars} price={marketPrice} lines={lines} />
      <div className={styles.notes}>
        {asOf === null ? null : <AsOf at={asOf} />}
        <OlderNote older={older} />
      </div>
      <DrawnDialogs {...props} onAlert={addAlert} />
      <LineDialogs
        {...props}
        lines={lines}
        marketPrice={marketPrice}
        disabled={disabled}
        moving={moving}
        onMoving={setMoving}
        onAlert={addAlert}
      />
    </>
  );
}
