import { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { type ChartLine, onTick } from '../chart-line.ts';
import { type DrawnLevel, type DrawnTrend, levelAt } from './drawn-lines.ts';
import type { DrawingTools } from './use-drawing-tools.ts';

type Tools = Pick<DrawingTools, 'lines' | 'change' | 'edit'>;

function levelLine(line: DrawnLevel, { change, edit }: Tools): ChartLine {
  return {
    id: line.id,
    kind: 'level',
    price: new Big(line.price),
    label: 'Line',
    name: 'Horizontal line',
    movable: {
      title: 'Move line',
      action: 'Move line',
      faultAt: () => null,
      resultAt: () => null,
      move: (price) => {
        change({ ...line, price: price.toFixed() });
        return Promise.resolve(true);
      },
    },
    edit: () => edit(line),
  };
}

function trendLine(line: DrawnTrend, { edit }: Tools, { now, tick }: { now: number; tick: Big }): ChartLine {
  const level = levelAt(line, now) ?? new Big(line.to.price);
  return {
    id: line.id,
    kind: 'trend',
    price: onTick(level, tick),
    label: 'Trend',
    name: 'Trend line',
    movable: null,
    edit: () => edit(line),
  };
}

/** The drawn lines among the chart's others; a trend line has its level at `now`, epoch ms. */
export const drawnChartLines = (tools: Tools, { counterStepSize: tick }: Pair, now: number): ChartLine[] =>
  tools.lines.map((line) => (line.kind === 'level' ? levelLine(line, tools) : trendLine(line, tools, { now, tick })));
