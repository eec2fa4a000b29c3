import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classes } from '../../../ui/classes.ts';
import styles from './desk.module.css';
import { type Pane, PANES, sizeAfterKey, within } from './pane-sizes.ts';

interface Props {
  pane: Pane;
  /** The element whose size it changes. */
  controls: string;
  size: number;
  /** Which way the pointer moves when the pane grows: 1 to the right or down. */
  grows: 1 | -1;
  /** While it is dragged; nothing is stored yet. */
  onDrag: (size: number) => void;
  onChange: (size: number) => void;
}

/** A size in px, or for the rows in percent of the screen's height. */
const sizeOf = (pane: Pane, px: number): number => (pane === 'rows' ? (px / window.innerHeight) * 100 : px);

/** The edge of a pane: dragged by the pointer, moved by arrow keys, set back by a double press. */
export function Separator({ pane, controls, size, grows, onDrag, onChange }: Props) {
  const { label, least, most, usual } = PANES[pane];
  const isUpright = pane !== 'rows';
  const drag = useRef<{ from: number; size: number } | null>(null);
  const at = (event: PointerEvent) => (isUpright ? event.clientX : event.clientY);
  const sizeAt = (event: PointerEvent) =>
    drag.current ? within(pane, drag.current.size + sizeOf(pane, at(event) - drag.current.from) * grows) : size;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = sizeAfterKey(pane, event.key, { size, grows });
    if (next === null) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a widget.
    <hr
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-controls={controls}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above.
      tabIndex={0}
      className={classes(
        styles.separator,
        isUpright ? styles.upright : styles.level,
        grows === 1 ? styles.end : styles.start,
      )}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onChange(usual)}
      onPointerDown={(event) => {
        drag.current = { from: at(event), size };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (drag.current) onDrag(sizeAt(event));
      }}
      onPointerUp={(event) => {
        if (drag.current) onChange(sizeAt(event));
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
        onDrag(size);
      }}
    />
  );
}
