import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

export interface ChartProps {
  market: Market;
  pair: Pair;
  /** The newest price; null while none is known. */
  price: Big | null;
  /** A price was chosen on the chart: the order form takes it. */
  onPickPrice: (price: Big) => void;
}

/** Fills the place that it is given; its height is the page's business. */
export const Chart = ({ pair }: ChartProps) => (
  <Skeleton lines={1} height="100%" label={`Chart of ${pair.simpleName}`} />
);
