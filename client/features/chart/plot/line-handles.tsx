import type { Big } from 'big.js';
import { type PointerEvent, type TouchEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatAmount } from '../../../lib/format-amount.ts';
import { classes } from '../../../ui/classes.ts';
import type { ChartLine } from '../chart-line.ts';
import { MoveResult } from '../lines/move-result.tsx';
import type { Drawing } from './drawing.ts';
import styles from './plot.module.css';
import type { PlotProps } from './plot-props.ts';
import { labelPositions } from './label-positions.ts';
import { priceFrom } from './price-from.ts';

interface Props extends PlotProps {
  drawing: Drawing;
}

/** Shorter movements count as a press. */
const DRAGGED_PX = 4;

interface Drag {
  line: ChartLine;
  startY: number;
  moved: boolean;
  price: Big;
}

/** State of a drag, and the handlers of a line's handle. */
function useDrag({ drawing, pair, onMove, disabled }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const justDragged = useRef(false);
  const priceOf = ({ clientY }: PointerEvent): Big | null => {
    if (!box.current) return null;
    const { top, height } = box.current.getBoundingClientRect();
    const y = Math.min(Math.max(clientY - top, 0), Math.min(height, drawing.size().height) - 1);
    return priceFrom(drawing, y, pair.counterStepSize);
  };
  const handlers = (line: ChartLine) => ({
    onPointerDown(event: PointerEvent) {
      if (disabled || !event.isPrimary || event.button !== 0) return;
      justDragged.current = false;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ line, startY: event.clientY, moved: false, price: line.price });
    },
    onPointerMove(event: PointerEvent) {
      if (drag?.line.id !== line.id) return;
      if (!drag.moved && Math.abs(event.clientY - drag.startY) < DRAGGED_PX) return;
      const price = priceOf(event);
      if (!price) return;
      drawing.moveLine(line.id, price);
      setDrag({ ...drag, moved: true, price });
    },
    onPointerUp() {
      justDragged.current = drag?.moved ?? false;
      if (drag?.moved) onMove(line, drag.price);
      setDrag(null);
    },
    onTouchEnd(event: TouchEvent) {
      // A short touch drag would also tap the dialog that has just opened.
      if (justDragged.current) event.preventDefault();
    },
    onPointerCancel() {
      drawing.moveLine(line.id, line.price);
      setDrag(null);
    },
    // The click after a drag is ignored.
    onClick() {
      if (!disabled && !justDragged.current) onMove(line, line.price);
      justDragged.current = false;
    },
  });
  return { box, drag: drag?.moved ? drag : null, handlers };
}

/** Room for the arrow of an off-screen price. */
const ARROW_PX = 16;

/** Cached per text, because labels are positioned on every tick. */
function widthOf(label: HTMLElement | undefined): number {
  if (!label) return 0;
  const { dataset, textContent } = label;
  if (dataset['text'] !== textContent) {
    dataset['text'] = textContent;
    dataset['width'] = String(label.offsetWidth + ARROW_PX);
  }
  return Number(dataset['width']);
}

/** Positions the labels after each paint; returns a ref factory. */
function useLabelPositions(drawing: Drawing, lines: readonly ChartLine[], priceOf: (line: ChartLine) => Big) {
  const labels = useRef(new Map<string, HTMLElement>());
  useLayoutEffect(() => {
    const place = () => {
      const wanted = lines.map((line) => ({
        id: line.id,
        y: drawing.yOf(priceOf(line)),
        width: widthOf(labels.current.get(line.id)),
      }));
      for (const { id, x, y, edge } of labelPositions(wanted, drawing.size())) {
        const label = labels.current.get(id);
        const position = `${x} ${y} ${edge}`;
        // Most labels do not move on a tick.
        if (!label || label.dataset['position'] === position) continue;
        label.dataset['position'] = position;
        label.dataset['edge'] = edge;
        label.style.transform = `translate(${x}px, calc(${y}px - 50%))`;
      }
    };
    drawing.whenPainted(place);
    place();
  });
  return ({ id }: ChartLine) =>
    (label: HTMLElement | null): void => {
      if (label) labels.current.set(id, label);
      else labels.current.delete(id);
    };
}

/** Labels of the lines; those of movable lines are drag handles. */
export function LineHandles(props: Props) {
  const { drawing, lines, moving, pair, marketPrice, disabled } = props;
  const { box, drag, handlers } = useDrag(props);
  const priceOf = (line: ChartLine): Big => {
    if (drag?.line.id === line.id) return drag.price;
    return moving?.id === line.id ? moving.price : line.price;
  };
  const labelRef = useLabelPositions(drawing, lines, priceOf);
  return (
    <div ref={box} className={styles.handles}>
      {lines.map((line) => {
        const price = priceOf(line);
        const text = `${line.label} ${formatAmount(price, pair.counterRound)}`;
        const common = {
          ref: labelRef(line),
          className: classes(styles.label, styles[line.kind]),
        };
        if (!line.movable)
          return (
            <span key={line.id} {...common} aria-hidden="true">
              {text}
            </span>
          );
        return (
          <button
            key={line.id}
            type="button"
            {...common}
            {...handlers(line)}
            disabled={disabled}
            data-dragged={drag?.line.id === line.id || undefined}
            aria-label={`${text}: ${line.name}. Drag, or press to change`}
          >
            {text}
            {drag?.line.id === line.id ? (
              <MoveResult movable={line.movable} price={price} marketPrice={marketPrice} short />
            ) : null}
          </button>
        );
      })}
    </div>
  );
}
