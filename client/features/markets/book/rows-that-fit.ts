import { type RefObject, useLayoutEffect, useState } from 'react';

/** Head, last price and a note, px. */
const OTHERS_PX = 62;
const ROW_PX = 24;
const COARSE_ROW_PX = 44;
const LEAST = 4;
/** As many levels as are read. */
const MOST = 20;

/** Levels on each side that fit into a box. */
export const rowsThatFit = (height: number, isCoarse: boolean): number =>
  Math.min(MOST, Math.max(LEAST, Math.floor((height - OTHERS_PX) / 2 / (isCoarse ? COARSE_ROW_PX : ROW_PX))));

/** Follows the size of the box. */
export function useRowsThatFit(box: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(LEAST);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setRows(rowsThatFit(element.clientHeight, matchMedia('(pointer: coarse)').matches));
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return rows;
}
