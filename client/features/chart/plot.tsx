import {
  type Dispatch,
  lazy,
  memo,
  type SetStateAction,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Bar, withTrade } from './bars.ts';
import { isAnyOn } from './indicators/settings.ts';
import { Legend } from './legend/legend.tsx';
import { watchTheme } from './plot/colors.ts';
import { createDrawing, type Drawing, type Options } from './plot/drawing.ts';
import { LineHandles } from './plot/line-handles.tsx';
import styles from './plot.module.css';
import type { PlotProps } from './plot-props.ts';
import { priceFrom } from './plot/price-from.ts';
import { zoneName, zoneText } from './plot/times.ts';
import { useLongPress } from './plot/use-long-press.ts';

/** What is off costs no bytes. */
const IndicatorsOn = lazy(async () => ({ default: (await import('./indicators/indicators-on.tsx')).IndicatorsOn }));

const DrawnOn = lazy(async () => ({ default: (await import('./drawn/drawn-on.tsx')).DrawnOn }));

/** Draws fetched bars, then updates the last one on every trade. */
function useBars(drawing: Drawing | null, { bars, whole, length, watchTrades }: PlotProps): void {
  /** The last fetched bar and later ones, as updated by trades. */
  const traded = useRef<{ from: Bar | undefined; bars: Bar[] }>({ from: undefined, bars: [] });
  useEffect(() => {
    if (!drawing) return undefined;
    const from = bars.at(-1);
    // If only older bars were added, the updates of the last bar are kept.
    if (traded.current.from !== from || !from) traded.current = { from, bars: from ? [from] : [] };
    const newest = traded.current.bars;
    drawing.setBars({ bars: [...bars.slice(0, -1), ...newest], whole });
    return watchTrades((trade) => {
      const last = newest.at(-1);
      const next = withTrade(last ?? null, trade, length);
      if (!next) return;
      if (next.openTime === last?.openTime) newest.pop();
      newest.push(next);
      drawing.setLast(next);
    });
  }, [drawing, bars, whole, length, watchTrades]);
}

function useLines(drawing: Drawing | null, { lines, moving }: PlotProps): void {
  useLayoutEffect(() => {
    drawing?.setLines(lines);
    if (moving) drawing?.moveLine(moving.id, moving.price);
  }, [drawing, lines, moving]);
}

const isDrawn = ({ tools: { lines, act } }: PlotProps): boolean =>
  act?.at === 'placing' || lines.some(({ kind }) => kind === 'trend');

/**
 * In the corner of both scales; times are local, and their offset changes with daylight saving time. The zone's name takes
 * the first use of Intl, so it is read when it is pointed at.
 */
const Zone = memo(({ at }: { at: number }) => (
  <span
    className={styles.zone}
    title="Times are local"
    onPointerEnter={({ currentTarget }) => {
      currentTarget.title = `Times are local: ${zoneName()}`;
    }}
  >
    {zoneText(-new Date(at).getTimezoneOffset())}
  </span>
));

/** Shows a new drawing; returns the function that removes it. */
function openDrawing(options: Options, show: Dispatch<SetStateAction<Drawing | null>>): () => void {
  const closing = new AbortController();
  const open = async () => {
    const created = await createDrawing(options, closing.signal);
    if (!created) return;
    const stop = watchTheme(created.repaint);
    closing.signal.addEventListener('abort', () => {
      stop();
      show(null);
      created.remove();
    });
    // What it shows comes in tasks of its own: creating a canvas takes long.
    startTransition(() => show(created));
  };
  // An error is for the boundary around the chart.
  const fail = (error: unknown) =>
    show(() => {
      throw error;
    });
  open().catch(fail);
  return () => closing.abort();
}

/** Keyed by pair. */
export function Plot(props: PlotProps) {
  const { pair, bars, indicators, onPick, onLongPress, onNearStart } = props;
  const box = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const latest = useRef<{ pick: (y: number) => void; nearStart: () => void }>(undefined);
  const priceAt = useCallback(
    (y: number) => (drawing ? priceFrom(drawing, y, pair.counterStepSize) : null),
    [drawing, pair],
  );
  useEffect(() => {
    const pick = (y: number) => {
      const price = priceAt(y);
      if (price) onPick(price);
    };
    latest.current = { pick, nearStart: onNearStart };
  });
  useEffect(() => {
    if (!box.current) return undefined;
    return openDrawing(
      {
        container: box.current,
        decimals: pair.counterRound,
        onTap: (y) => latest.current?.pick(y),
        onNearStart: () => latest.current?.nearStart(),
      },
      setDrawing,
    );
  }, [pair.counterRound]);
  useBars(drawing, props);
  useLines(drawing, props);
  useEffect(() => drawing?.setLogarithmic(props.logarithmic), [drawing, props.logarithmic]);
  const hold = useLongPress((y) => {
    const price = priceAt(y);
    if (price) onLongPress(price);
  });
  return (
    <div className={styles.plot}>
      <Legend drawing={drawing} pair={pair} bars={bars} />
      {isAnyOn(indicators) ? (
        <div className={styles.indicators}>
          <Suspense>{drawing ? <IndicatorsOn drawing={drawing} settings={indicators} /> : null}</Suspense>
        </div>
      ) : null}
      <div className={styles.area}>
        <div ref={box} className={styles.canvas} aria-hidden="true" data-testid="chart-canvas" {...hold} />
        {drawing ? <LineHandles {...props} drawing={drawing} /> : null}
        {drawing && isDrawn(props) ? (
          <Suspense>
            <DrawnOn {...props} drawing={drawing} />
          </Suspense>
        ) : null}
        <Zone at={bars.at(-1)?.openTime ?? 0} />
      </div>
    </div>
  );
}
