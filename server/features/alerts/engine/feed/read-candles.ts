import type { Candle, PriceSource } from './prices.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NAMES = new Map([
  [SECOND, '1s'],
  [MINUTE, '1m'],
  [HOUR, '1h'],
]);
const MOST = 1_000;

interface Span {
  /** UTC epoch ms; `to` is not included. */
  from: number;
  to: number;
}

export interface Piece extends Span {
  /** Length of a candle, ms. */
  unit: number;
}

/** Seconds for up to a quarter of an hour, minutes for up to three days, hours beyond, the finer at both ends. */
export function piecesOf({ from, to }: Span): Piece[] {
  if (to <= from) return [];
  if (to - from <= MOST * SECOND) return [{ unit: SECOND, from, to }];
  const unit = to - from <= 3 * 24 * HOUR ? MINUTE : HOUR;
  const first = Math.ceil(from / unit) * unit;
  const last = Math.floor(to / unit) * unit;
  return [...piecesOf({ from, to: first }), { unit, from: first, to: last }, ...piecesOf({ from: last, to })];
}

/** The candles of a span, oldest first, from the one that holds `from`. Throws when the exchange does not answer. */
export async function readCandles(
  exchange: Pick<PriceSource, 'candles'>,
  symbol: string,
  span: Span,
): Promise<Candle[]> {
  const found: Candle[] = [];
  const whole = { from: Math.floor(span.from / SECOND) * SECOND, to: span.to };
  for (const { unit, from, to } of piecesOf(whole)) {
    for (let startTime = from; startTime < to;) {
      const interval = NAMES.get(unit) ?? '1m';
      const answer = await exchange.candles({ symbol, interval, startTime, endTime: to - 1, limit: MOST });
      if (answer.outcome === 'rejected') throw new Error(`candles of ${symbol}: ${answer.message}`);
      if (answer.outcome === 'unknown') throw new Error(`candles of ${symbol}: ${answer.reason}`);
      found.push(...answer.value);
      const last = answer.value.at(-1);
      if (!last || answer.value.length < MOST) break;
      startTime = last.openTime + unit;
    }
  }
  return found;
}
