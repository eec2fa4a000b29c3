import { Big } from 'big.js';
import { onTick } from '../chart-line.ts';
import type { Drawing } from './drawing.ts';

/** The valid price nearest to a point of the chart; null below zero or before the first paint. */
export function priceFrom(drawing: Drawing, y: number, tick: Big): Big | null {
  const price = drawing.priceAt(y);
  return price === null || price <= 0 ? null : onTick(new Big(price), tick);
}
