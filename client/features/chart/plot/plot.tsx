import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Bar, withTrade } from '../bars.ts';
import { watchTheme } from './colors.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { LineHandles } from './line-handles.tsx';
import styles from './plot.module.css';
import type { PlotProps } from './plot-props.ts';
import { priceFrom } from './price-from.ts';
import { useLongPress } from './use-long-press.ts';

/** Draws fetched bars, then updates the last one on every trade. */
function useBars(drawing: Drawing | null, { bars, length, watchTrades }: PlotProps): void {
  /** The last fetched bar and later ones, as updated by trades. */
  const traded = useRef<{ from: Bar | undefined; bars: Bar[] }>({ from: undefined, bars: [] });
  useEffect(() => {
    if (!drawing) return undefined;
    const from = bars.at(-1);
    // If only older bars were added, the updates of the last bar are kept.
    if (traded.current.from !== from || !from) traded.current = { from, bars: from ? [from] : [] };
    const newest = traded.current.bars;
    drawing.setBars([...bars.slice(0, -1), ...newest]);
    return watchTrades((trade) => {
      const last = newest.at(-1);
      const next = withTrade(last ?? null, trade, length);
      if (!next) return;
      if (next.openTime === last?.openTime) newest.pop();
      newest.push(next);
      drawing.setLast(next);
    });
  }, [drawing, bars, length, watchTrades]);
}

function useLines(drawing: Drawing | null, { lines, moving }: PlotProps): void {
  useLayoutEffect(() => {
    drawing?.setLines(lines);
    if (moving) drawing?.moveLine(moving.id, moving.price);
  }, [drawing, lines, moving]);
}

/** Keyed by pair. */
export function Plot(props: PlotProps) {
  const { pair, onPick, onLongPress, onNearStart } = props;
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
    const created = createDrawing(box.current, {
      decimals: pair.counterRound,
      onTap: (y) => latest.current?.pick(y),
      onNearStart: () => latest.current?.nearStart(),
    });
    setDrawing(created);
    const stop = watchTheme(created.repaint);
    return () => {
      stop();
      setDrawing(null);
      created.remove();
    };
  }, [pair.counterRound]);
  useBars(drawing, props);
  useLines(drawing, props);
  const hold = useLongPress((y) => {
    const price = priceAt(y);
    if (price) onLongPress(price);
  });
  return (
    <div className={styles.plot}>
      <div ref={box} className={styles.canvas} aria-hidden="true" data-testid="chart-canvas" {...hold} />
      {drawing ? <LineHandles {...props} drawing={drawing} /> : null}
    </div>
  );
}
