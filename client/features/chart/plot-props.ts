import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { Bar, Trade } from './bars.ts';
import type { ChartLine } from './chart-line.ts';
import type { DrawingTools } from './drawn/use-drawing-tools.ts';
import type { IndicatorSettings } from './indicators/settings.ts';

export interface PlotProps {
  pair: Pair;
  bars: readonly Bar[];
  /** No older bars exist. */
  whole: boolean;
  /** Duration of a bar, ms. */
  length: number;
  watchTrades: (onTrade: (trade: Trade) => void) => () => void;
  lines: readonly ChartLine[];
  /** The line being moved, with its new price. */
  moving: { id: string; price: Big } | null;
  logarithmic: boolean;
  /** Lines drawn on the chart. */
  tools: DrawingTools;
  /** Enter the line that is being placed. */
  onType: () => void;
  indicators: IndicatorSettings;
  /** Null while unknown. */
  marketPrice: Big | null;
  /** Changes are not possible now. */
  disabled: boolean;
  onPick: (price: Big) => void;
  onLongPress: (price: Big) => void;
  /** Shows all lines as a list. */
  onList: () => void;
  /** Older candles may be needed soon. */
  onNearStart: () => void;
  /** A line was dragged to a price, or pressed at its own. */
  onMove: (line: ChartLine, price: Big) => void;
}
