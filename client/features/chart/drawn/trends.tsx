import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { Big } from 'big.js';
import type { Drawing } from '../plot/drawing.ts';
import { priceFrom } from '../plot/price-from.ts';
import type { DrawnPoint, DrawnTrend } from './drawn-lines.ts';
import styles from './trends.module.css';
import { timeAt, trendPainter, xOf } from './trend-painter.ts';

interface Props {
  drawing: Drawing;
  pair: Pair;
  /** Of a bar, ms. */
  length: number;
  trends: readonly DrawnTrend[];
  onChange: (line: DrawnTrend) => void;
  onOpen: (line: DrawnTrend) => void;
}

type End = 'from' | 'to';
const ENDS = ['from', 'to'] as const;
const NAMES = { from: 'First point', to: 'Second point' };

/** The point of the chart under a pointer. */
export function pointUnder(
  event: PointerEvent,
  box: HTMLElement,
  { drawing, pair, length }: Pick<Props, 'drawing' | 'pair' | 'length'>,
): DrawnPoint | null {
  const { left, top } = box.getBoundingClientRect();
  const time = timeAt(drawing, event.clientX - left, length);
  const price = priceFrom(drawing, event.clientY - top, pair.counterStepSize);
  return time === null || price === null ? null : { time, price: price.toFixed() };
}

/** In the candles' pane; null if the point is out of view. */
function positionOf(point: DrawnPoint, { drawing, length }: Props): { x: number; y: number } | null {
  const { width, height } = drawing.size();
  const x = xOf(drawing, point.time, length);
  const y = drawing.yOf(new Big(point.price));
  if (x === null || y === null) return null;
  return x >= 0 && x <= width && y >= 0 && y <= height ? { x, y } : null;
}

function moveHandle(handle: HTMLElement, position: { x: number; y: number } | null): void {
  handle.style.visibility = position ? '' : 'hidden';
  if (position) handle.style.transform = `translate(${position.x}px, ${position.y}px) translate(-50%, -50%)`;
}

function useHandlePositions(props: Props, shown: readonly DrawnTrend[]) {
  const box = useRef<HTMLDivElement>(null);
  const { drawing } = props;
  useLayoutEffect(() => {
    const place = () => {
      for (const handle of box.current?.querySelectorAll('button') ?? []) {
        const line = shown.find(({ id }) => id === handle.dataset['line']);
        if (line) moveHandle(handle, positionOf(line[handle.dataset['end'] as End], props));
      }
    };
    const stop = drawing.whenPainted(place);
    place();
    return stop;
  });
  return box;
}

/** Trend lines with the points that they are moved by. */
export function Trends(props: Props) {
  const { drawing, length, trends, onChange, onOpen } = props;
  const [dragged, setDragged] = useState<{ line: DrawnTrend; moved: boolean } | null>(null);
  const shown = dragged ? trends.map((line) => (line.id === dragged.line.id ? dragged.line : line)) : trends;
  const box = useHandlePositions(props, shown);
  const painter = useRef<ReturnType<typeof trendPainter>>(null);
  useEffect(() => {
    const created = trendPainter(drawing, { length, color: () => drawing.colors().ink });
    painter.current = created;
    return created.remove;
  }, [drawing, length]);
  useEffect(() => painter.current?.set(shown));
  const handlers = (line: DrawnTrend, end: End) => ({
    onPointerDown(event: PointerEvent) {
      if (!event.isPrimary || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ line, moved: false });
    },
    onPointerMove(event: PointerEvent) {
      if (dragged?.line.id !== line.id || !box.current) return;
      const point = pointUnder(event, box.current, props);
      if (point) setDragged({ line: { ...dragged.line, [end]: point }, moved: true });
    },
    onPointerUp() {
      if (dragged?.moved) onChange(dragged.line);
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
    onClick(event: { detail: number }) {
      // By the keyboard; a pointer drags.
      if (event.detail === 0) onOpen(line);
    },
  });
  return (
    <div ref={box} className={styles.trends}>
      {trends.flatMap((line) =>
        ENDS.map((end) => (
          <button
            key={`${line.id} ${end}`}
            type="button"
            className={styles.point}
            data-line={line.id}
            data-end={end}
            aria-label={`${NAMES[end]} of the trend line. Drag, or press Enter to change`}
            {...handlers(line, end)}
          />
        )),
      )}
    </div>
  );
}
