import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { Bar, Trade } from '../bars.ts';
import type { ChartLine } from '../chart-line.ts';

export interface PlotProps {
  pair: Pair;
  bars: readonly Bar[];
  /** Milliseconds of a bar. */
  length: number;
  watchTrades: (hear: (trade: Trade) => void) => () => void;
  lines: readonly ChartLine[];
  /** A line that is being moved, where it is to stand. */
  moving: { id: string; price: Big } | null;
  /** Against which a distance is told; null while it is not known. */
  marketPrice: Big | null;
  /** Nothing can be changed now. */
  disabled: boolean;
  onPick: (price: Big) => void;
  onHold: (price: Big) => void;
  /** Candles older than those in sight may be wanted soon. */
  onNearStart: () => void;
  /** A line was dragged to a price, or pressed where it stands. */
  onMove: (line: ChartLine, price: Big) => void;
}
