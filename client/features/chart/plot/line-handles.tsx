import type { Big } from 'big.js';
import { type PointerEvent, type TouchEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatAmount } from '../../../lib/format-amount.ts';
import { setText } from '../../../lib/set-text.ts';
import { classes } from '../../../ui/classes.ts';
import type { ChartLine } from '../chart-line.ts';
import { MoveResult } from '../lines/move-result.tsx';
import type { Drawing } from './drawing.ts';
import styles from '../plot.module.css';
import type { PlotProps } from '../plot-props.ts';
import { type LabelPosition, labelPositions } from './label-positions.ts';
import { type Tag, tagsOf } from './tags.ts';
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
      if ((disabled && !line.edit) || !event.isPrimary || event.button !== 0) return;
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
      if ((!disabled || line.edit) && !justDragged.current) onMove(line, line.price);
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

/** Most labels do not move on a tick. */
function moveLabel(label: HTMLElement, { x, y, edge }: LabelPosition): void {
  const position = `${x} ${y} ${edge}`;
  if (label.dataset['position'] === position) return;
  label.dataset['position'] = position;
  label.dataset['edge'] = edge;
  label.style.transform = `translate(${x}px, calc(${y}px - 50%))`;
}

/** At the bottom of the candles' pane. */
function showOmitted(more: HTMLElement, omitted: number, height: number): void {
  const text = `+${omitted}`;
  if (more.hidden !== (omitted === 0)) more.hidden = omitted === 0;
  more.style.top = `${height}px`;
  const count = more.firstElementChild;
  setText(count, text);
}

/** Positions the labels after each paint; returns a ref factory, and the ref of the number of those without room. */
function useLabelPositions(drawing: Drawing, tags: readonly Tag[]) {
  const labels = useRef(new Map<string, HTMLElement>());
  const more = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const wanted = tags.map(({ id, price }) => ({
        id,
        y: drawing.yOf(price),
        width: widthOf(labels.current.get(id)),
      }));
      const { placed, omitted } = labelPositions(wanted, drawing.size());
      const shown = new Map(placed.map((position) => [position.id, position]));
      for (const [id, label] of labels.current) {
        const position = shown.get(id);
        label.style.visibility = position ? '' : 'hidden';
        if (position) moveLabel(label, position);
      }
      if (more.current) showOmitted(more.current, omitted, drawing.size().height);
    };
    const stop = drawing.whenPainted(place);
    place();
    return stop;
  });
  const refOf =
    ({ id }: Tag) =>
    (label: HTMLElement | null): void => {
      if (label) labels.current.set(id, label);
      else labels.current.delete(id);
    };
  return { refOf, more };
}

const textOf = ({ line, count, price }: Tag, decimals: number): string =>
  `${count > 1 ? `${count} × ` : ''}${line.label} ${formatAmount(price, decimals)}`;

interface LabelProps {
  tag: Tag;
  text: string;
  className: string;
  ref: (label: HTMLElement | null) => void;
  onList: () => void;
}

/** A label without a handle: of several lines, of a trend line, or of an entry, which cannot be changed here. */
function StillLabel({ tag: { line, count }, text, onList, ...common }: LabelProps) {
  if (count > 1)
    return (
      <button type="button" {...common} data-pressed onClick={onList} aria-label={`${text}. Show the list`}>
        {text}
      </button>
    );
  if (line.edit)
    return (
      <button type="button" {...common} data-pressed onClick={line.edit} aria-label={`${text}. Press to change`}>
        {text}
      </button>
    );
  return (
    <span {...common} aria-hidden="true">
      {text}
    </span>
  );
}

/** Labels of the lines; those of movable lines are drag handles, those of several lead to the list. */
export function LineHandles(props: Props) {
  const { drawing, lines, moving, pair, marketPrice, disabled, onList } = props;
  const { box, drag, handlers } = useDrag(props);
  const tags = tagsOf(lines, (line) => {
    if (drag?.line.id === line.id) return drag.price;
    return moving?.id === line.id ? moving.price : line.price;
  });
  const { refOf, more } = useLabelPositions(drawing, tags);
  return (
    <div ref={box} className={styles.handles}>
      {tags.map((tag) => {
        const { id, line, count, price } = tag;
        const text = textOf(tag, pair.counterRound);
        const common = { ref: refOf(tag), className: classes(styles.label, styles[line.kind]) };
        if (count > 1 || !line.movable)
          return <StillLabel key={id} {...common} tag={tag} text={text} onList={onList} />;
        const dragged = drag?.line.id === line.id;
        return (
          <button
            key={id}
            type="button"
            {...common}
            {...handlers(line)}
            disabled={disabled && !line.edit}
            data-dragged={dragged || undefined}
            aria-label={`${text}: ${line.name}. Drag, or press to change`}
          >
            {text}
            {dragged ? <MoveResult movable={line.movable} price={price} marketPrice={marketPrice} short /> : null}
          </button>
        );
      })}
      <button ref={more} type="button" className={styles.omitted} onClick={onList} hidden>
        <span /> more lines
      </button>
    </div>
  );
}
