import { pathOf } from '../../../runtime/price-triggers/candle-path.ts';
import { levelOf, orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { BarSource, Candle } from '../../../runtime/price-triggers/prices.ts';
import type { Span } from '../../../runtime/price-triggers/read-prices.ts';
import { type PricePath, readPrices } from '../conditions/history.ts';

/** The prices of a candle in their most probable order, as `orderOf` makes them. */
export interface PriceStep {
  /** UTC epoch ms; its last millisecond is `closeTime`. */
  openTime: number;
  closeTime: number;
  orders: readonly number[];
}

/** What is kept of candles: it takes less memory than they do. */
export const stepsOf = (candles: readonly Candle[]): PriceStep[] =>
  candles.map((candle) => {
    const { openTime, closeTime } = candle;
    return { openTime, closeTime, orders: pathOf(candle).map(orderOf) };
  });

export const pathsOf = (steps: readonly PriceStep[]): PricePath[] =>
  steps.map(({ orders, ...times }) => ({ ...times, path: orders.map(levelOf) }));

/** Prices of a pair by span. Each is read once for all who ask; what has failed is read again. */
export function keptPrices(exchange: BarSource, symbol: string) {
  const readings = new Map<string, Promise<readonly PriceStep[]>>();
  function steps(span: Span): Promise<readonly PriceStep[]> {
    const name = `${span.from} ${span.to}`;
    const known = readings.get(name);
    if (known) return known;
    const reading = readPrices(exchange, symbol, span).then(stepsOf);
    readings.set(name, reading);
    reading.catch(() => readings.delete(name));
    return reading;
  }
  return { steps, paths: async (span: Span) => pathsOf(await steps(span)) };
}
