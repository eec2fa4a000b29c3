import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { Button } from '../../../ui/button.tsx';
import { focusNow } from '../../../ui/use-focus-back.ts';
import type { Drawing } from '../plot/drawing.ts';
import type { DrawnLine, DrawnPoint } from './drawn-lines.ts';
import styles from './placement.module.css';
import { pointUnder } from './trends.tsx';
import type { NewLine } from './use-drawn-lines.ts';

interface Props {
  kind: DrawnLine['kind'];
  drawing: Drawing;
  pair: Pair;
  /** Of a bar, ms. */
  length: number;
  logarithmic: boolean;
  onDrawn: (line: NewLine) => void;
  /** Enter the line instead. */
  onType: () => void;
  onCancel: () => void;
}

function askFor(kind: DrawnLine['kind'], first: DrawnPoint | null): string {
  if (kind === 'level') return 'Press the price of the line.';
  return first ? 'Press the second point.' : 'Press the first point of the trend line.';
}

/** Above the page, so that it covers no part of a small chart. */
const showNow = (ask: HTMLElement | null): void => ask?.showPopover();

/** Takes the next presses on the chart as points of a new line. */
export function Placement(props: Props) {
  const { kind, logarithmic, onDrawn, onType, onCancel } = props;
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState<DrawnPoint | null>(null);
  useEffect(() => {
    const leave = ({ key }: { key: string }) => {
      if (key === 'Escape') onCancel();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [onCancel]);
  const press = (event: PointerEvent) => {
    const point = box.current && pointUnder(event, box.current, props);
    if (!point) return;
    if (kind === 'level') onDrawn({ kind, price: point.price });
    else if (!first) setFirst(point);
    else if (point.time !== first.time) onDrawn({ kind, from: first, to: point, logarithmic });
  };
  return (
    <div ref={box} className={styles.layer} onPointerUp={press}>
      <output ref={showNow} popover="manual" className={styles.ask} onPointerUp={(event) => event.stopPropagation()}>
        <span>{askFor(kind, first)}</span>
        <Button small variant="quiet" ref={focusNow} onClick={onType}>
          Enter it instead
        </Button>
        <Button small variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </output>
    </div>
  );
}
