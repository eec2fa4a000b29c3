import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { withTrade } from '../bars.ts';
import { watchTheme } from './colors.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { LineHandles } from './line-handles.tsx';
import styles from './plot.module.css';
import type { PlotProps } from './plot-props.ts';
import { priceFrom } from './price-from.ts';
import { useHold } from './use-hold.ts';

/** Draws the bars that were read, then only the last one, at every trade. */
function useBars(drawing: Drawing | null, { bars, length, watchTrades }: PlotProps): void {
  useEffect(() => {
    if (!drawing) return undefined;
    let last = bars.at(-1) ?? null;
    drawing.setBars(bars);
    return watchTrades((trade) => {
      const next = withTrade(last, trade, length);
      if (!next) return;
      last = next;
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

/** Of one pair: keyed by it from outside. */
export function Plot(props: PlotProps) {
  const { pair, onPick, onHold } = props;
  const box = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const pick = useRef<(y: number) => void>(undefined);
  const priceAt = useCallback(
    (y: number) => (drawing ? priceFrom(drawing, y, pair.counterStepSize) : null),
    [drawing, pair],
  );
  useEffect(() => {
    pick.current = (y) => {
      const price = priceAt(y);
      if (price) onPick(price);
    };
  });
  useEffect(() => {
    if (!box.current) return undefined;
    const drawn = createDrawing(box.current, {
      decimals: pair.counterRound,
      onTap: (y) => pick.current?.(y),
    });
    setDrawing(drawn);
    const stop = watchTheme(drawn.repaint);
    return () => {
      stop();
      setDrawing(null);
      drawn.remove();
    };
  }, [pair.counterRound]);
  useBars(drawing, props);
  useLines(drawing, props);
  const hold = useHold((y) => {
    const price = priceAt(y);
    if (price) onHold(price);
  });
  return (
    <div className={styles.plot}>
      <div ref={box} className={styles.canvas} aria-hidden="true" data-testid="chart-canvas" {...hold} />
      {drawing ? <LineHandles {...props} drawing={drawing} /> : null}
    </div>
  );
}
