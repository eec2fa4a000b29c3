import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height of a row, px: one that can be pressed by a thumb. */
export const ROW_PX = 44;
/** Rows drawn beyond each edge of what is seen. */
const MARGIN = 6;

/** The rows to draw, `to` exclusive, of a list scrolled to `top` in a box of `height` px. */
export function rowsSeen(
  { top, height }: { top: number; height: number },
  count: number,
): { from: number; to: number } {
  const from = Math.max(0, Math.min(Math.floor(top / ROW_PX) - MARGIN, count));
  return { from, to: Math.min(count, Math.ceil((top + height) / ROW_PX) + MARGIN) };
}

const FIRST_HEIGHT = 440;

/** Draws only the rows of a scrolling list that are near its box. */
export function useWindowedRows(box: RefObject<HTMLElement | null>, count: number) {
  const [seen, setSeen] = useState({ top: 0, height: FIRST_HEIGHT });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setSeen({ top: element.scrollTop, height: element.clientHeight || FIRST_HEIGHT });
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    return () => element.removeEventListener('scroll', measure);
  }, [box]);
  return rowsSeen(seen, count);
}
