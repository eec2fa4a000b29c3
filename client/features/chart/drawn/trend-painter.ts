import type { ISeriesPrimitive, Logical } from 'lightweight-charts';
import { type Trend, trendLevel } from '#contracts/rules/series/trendline.ts';
import type { Drawing } from '../plot/drawing.ts';
import { placeOf, timeOf } from './bar-times.ts';
import { type DrawnTrend, trendOf } from './drawn-lines.ts';

/** Pixels from the left of a place among the bars, which may lie between two; null before the first paint. */
function xOfPlace(drawing: Drawing, place: number): number | null {
  const at = Math.floor(place);
  const scale = drawing.chart.timeScale();
  const x = scale.logicalToCoordinate(at as Logical);
  const next = scale.logicalToCoordinate((at + 1) as Logical);
  return x === null || next === null ? null : x + (place - at) * (next - x);
}

/** Pixels from the left of a time; `length` of a bar is in ms. */
export const xOf = (drawing: Drawing, time: number, length: number): number | null =>
  xOfPlace(drawing, placeOf(drawing.bars(), time, length));

/** Time of the bar nearest to a point, epoch ms; null before the first paint. */
export function timeAt(drawing: Drawing, x: number, length: number): number | null {
  const logical = drawing.chart.timeScale().coordinateToLogical(x);
  return logical === null ? null : timeOf(drawing.bars(), logical, length);
}

/** A line that is straight on one scale bends on the other. */
const STEPS = 100;
const DASHES = [4, 4];

interface Stretch {
  /** Places among the bars. */
  from: number;
  to: number;
}

function strokeOf(drawing: Drawing, trend: Trend, { from, to, length }: Stretch & { length: number }): Path2D {
  const path = new Path2D();
  for (let step = 0; step <= STEPS; step += 1) {
    const place = from + ((to - from) * step) / STEPS;
    const x = xOfPlace(drawing, place);
    const level = trendLevel(trend, timeOf(drawing.bars(), place, length));
    const y = level > 0 ? drawing.series.priceToCoordinate(level) : null;
    if (x !== null && y !== null) path.lineTo(x, y);
  }
  return path;
}

interface Options {
  /** Of a bar, ms. */
  length: number;
  color: () => string;
}

/** Draws trend lines: solid between their points, dashed after them. */
export function trendPainter(drawing: Drawing, { length, color }: Options) {
  let lines: readonly DrawnTrend[] = [];
  let requestUpdate: (() => void) | undefined;
  const draw = (context: CanvasRenderingContext2D) => {
    const view = drawing.chart.timeScale().getVisibleLogicalRange();
    if (!view) return;
    context.strokeStyle = color();
    const stroke = (trend: Trend, { from, to }: Stretch, dashes: number[]) => {
      if (from >= to) return;
      context.setLineDash(dashes);
      context.stroke(strokeOf(drawing, trend, { from, to, length }));
    };
    for (const line of lines) {
      const trend = trendOf(line);
      const [first, last] = [trend.from, trend.to].map(({ time }) => placeOf(drawing.bars(), time, length));
      if (first === undefined || last === undefined) continue;
      stroke(trend, { from: Math.max(first, view.from), to: Math.min(last, view.to) }, []);
      stroke(trend, { from: Math.max(last, view.from), to: view.to }, DASHES);
    }
  };
  const views = [
    {
      renderer: () => ({
        draw: (target: Target) => target.useMediaCoordinateSpace(({ context }) => draw(context)),
      }),
    },
  ];
  const detach = drawing.attach({
    attached: (attached) => ({ requestUpdate } = attached),
    paneViews: () => views,
  });
  return {
    set(next: readonly DrawnTrend[]): void {
      lines = next;
      requestUpdate?.();
    },
    remove: detach,
  };
}

type View = NonNullable<ReturnType<NonNullable<ISeriesPrimitive['paneViews']>>[number]>;
type Target = Parameters<NonNullable<ReturnType<View['renderer']>>['draw']>[0];
