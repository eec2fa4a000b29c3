import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const HOLD_MS = 500;
const STILL_PX = 8;

const topOf = (event: MouseEvent): number => event.clientY - event.currentTarget.getBoundingClientRect().top;

/** Handlers for a long press or right click; reports pixels from the element's top. */
export function useLongPress(onLongPress: (y: number) => void) {
  const held = useRef({ timer: 0, x: 0, y: 0 });
  const stop = () => clearTimeout(held.current.timer);
  useEffect(() => () => clearTimeout(held.current.timer), []);
  return {
    onPointerDown(event: PointerEvent) {
      stop();
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      const y = topOf(event);
      held.current = { timer: window.setTimeout(() => onLongPress(y), HOLD_MS), x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = held.current;
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      if ((event.nativeEvent as unknown as globalThis.PointerEvent).pointerType !== 'touch') onLongPress(topOf(event));
    },
  };
}
