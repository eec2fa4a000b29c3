import { readPositive } from '../../../lib/read-positive.ts';
import type { ChartEnd } from '../chart/lines-chart.tsx';
import type { Draft } from './draft.ts';

const ENDS = [
  { name: 'low', label: 'Lowest price' },
  { name: 'high', label: 'Highest price' },
] as const;

/** Both ends of the lines, as they are dragged. */
export const endsOf = (draft: Draft, set: (change: Draft) => void): ChartEnd[] =>
  ENDS.flatMap(({ name, label }) => {
    const price = readPositive(draft[name] ?? '')?.toNumber();
    return price === undefined ? [] : [{ label, price, onChange: (text) => set({ [name]: text }) }];
  });
