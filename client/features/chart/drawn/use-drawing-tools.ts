import type { Big } from 'big.js';
import { useState } from 'react';
import type { Market } from '#contracts/symbol.ts';
import type { DrawnLine } from './drawn-lines.ts';
import { type NewLine, useDrawnLines } from './use-drawn-lines.ts';

/** What is being drawn or changed. */
type Act =
  | { at: 'placing'; kind: DrawnLine['kind'] }
  | { at: 'typing'; line: NewLine }
  | { at: 'editing'; line: DrawnLine }
  | null;

/** The lines drawn on a pair's chart, and what is being done with them. */
export function useDrawingTools(of: { market: Market; name: string }) {
  const drawn = useDrawnLines(of);
  const [act, setAct] = useState<Act>(null);
  const done = () => setAct(null);
  return {
    lines: drawn.lines,
    act,
    done,
    place: (kind: DrawnLine['kind']) => setAct({ at: 'placing', kind }),
    /** A new line by its figures. */
    type: (line: NewLine) => setAct({ at: 'typing', line }),
    edit: (line: DrawnLine) => setAct({ at: 'editing', line }),
    change: drawn.change,
    add(line: NewLine): void {
      drawn.add(line);
      done();
    },
    save(line: NewLine): void {
      if (act?.at === 'editing') drawn.change({ ...line, id: act.line.id });
      else drawn.add(line);
      done();
    },
    remove(line: DrawnLine): void {
      drawn.remove(line);
      done();
    },
  };
}
export type DrawingTools = ReturnType<typeof useDrawingTools>;

interface Beginning {
  kind: DrawnLine['kind'];
  /** Bounds of the chart's bars, epoch ms. */
  first: number;
  last: number;
  price: Big;
  logarithmic: boolean;
}

/** The first values of a line that is entered by its figures. */
export function beginning({ kind, first, last, price, logarithmic }: Beginning): NewLine {
  const at = price.toFixed();
  if (kind === 'level') return { kind, price: at };
  return { kind, from: { time: first, price: at }, to: { time: last, price: at }, logarithmic };
}
