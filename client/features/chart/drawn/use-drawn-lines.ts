import { useState } from 'react';
import type { Market } from '#contracts/symbol.ts';
import { toast } from '../../../ui/toast.ts';
import { newUuid } from '../../../lib/new-uuid.ts';
import { type DrawnLevel, type DrawnLine, type DrawnTrend, loadDrawn, MOST_DRAWN, saveDrawn } from './drawn-lines.ts';

export type NewLine = Omit<DrawnLevel, 'id'> | Omit<DrawnTrend, 'id'>;

/** The lines drawn on a pair, kept on this device; a component of another pair has another key. */
export function useDrawnLines(of: { market: Market; name: string }) {
  const [lines, setLines] = useState(() => loadDrawn(of));
  const set = (next: DrawnLine[]) => {
    saveDrawn(of, next);
    setLines(next);
  };
  return {
    lines,
    add(line: NewLine): void {
      if (lines.length >= MOST_DRAWN)
        toast.warning(`A chart has ${MOST_DRAWN} drawn lines at most. Delete one to draw another.`);
      else set([...lines, { ...line, id: newUuid() }]);
    },
    change: (line: DrawnLine) => set(lines.map((each) => (each.id === line.id ? line : each))),
    remove(line: DrawnLine): void {
      const before = lines;
      set(lines.filter(({ id }) => id !== line.id));
      toast.info('Line deleted', { actions: [{ label: 'Undo', press: () => set(before) }] });
    },
  };
}
