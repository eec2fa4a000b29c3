import { DAY, HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { pathOf } from './candle-path.ts';
import type { Candle, PriceSource, Trade } from './prices.ts';

const LOOK_BACK = 15 * MINUTE;
const NAMES = new Map([
  [SECOND, '1s'],
  [MINUTE, '1m'],
  [HOUR, '1h'],
]);
const MOST = 1_000;

export interface Span {
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
  const unit = to - from <= 3 * DAY ? MINUTE : HOUR;
  const first = Math.ceil(from / unit) * unit;
  const last = Math.floor(to / unit) * unit;
  return [...piecesOf({ from, to: first }), { unit, from: first, to: last }, ...piecesOf({ from: last, to })];
}

type Answer = Awaited<ReturnType<PriceSource['candles']>> | Awaited<ReturnType<NonNullable<PriceSource['trades']>>>;

function valueOf<A extends Answer>(answer: A, what: string): Extract<A, { outcome: 'ok' }>['value'] {
  if (answer.outcome === 'rejected') throw new Error(`${what}: ${answer.message}`);
  if (answer.outcome === 'unknown') throw new Error(`${what}: ${answer.reason}`);
  return answer.value;
}

/** The same, the last of them by seconds and longer by `ahead` ms. */
function piecesAhead({ from, to }: Span, ahead: number): Piece[] {
  const pieces = piecesOf({ from, to });
  if (ahead === 0) return pieces;
  const last = pieces.at(-1);
  if (last?.unit !== SECOND) return [...pieces, { unit: SECOND, from: last?.to ?? from, to: to + ahead }];
  return [...pieces.slice(0, -1), { ...last, to: to + ahead }];
}

/**
 * The candles of a span, oldest first, from the one that holds `from`; `ahead`: the exchange's clock may be so many ms ahead
 * of the one that `to` is from. Throws when the exchange does not answer.
 */
export async function readCandles(
  exchange: Pick<PriceSource, 'candles'>,
  symbol: string,
  { from: start, to: end, ahead = 0 }: Span & { ahead?: number },
): Promise<Candle[]> {
  const found: Candle[] = [];
  const whole = { from: Math.floor(start / SECOND) * SECOND, to: end };
  for (const { unit, from, to } of piecesAhead(whole, ahead)) {
    for (let startTime = from; startTime < to;) {
      const interval = NAMES.get(unit) ?? '1m';
      const answer = await exchange.candles({ symbol, interval, startTime, endTime: to - 1, limit: MOST });
      const candles = valueOf(answer, `candles of ${symbol}`);
      found.push(...candles);
      const last = candles.at(-1);
      if (!last || candles.length < MOST) break;
      startTime = last.openTime + unit;
    }
  }
  return found;
}

/** The trades of a span of a second at most, `to` included. Null where the exchange does not give them. */
export async function readTrades(
  exchange: Pick<PriceSource, 'trades'>,
  symbol: string,
  { from, to }: Span,
): Promise<Trade[] | null> {
  if (!exchange.trades) return null;
  return valueOf(await exchange.trades({ symbol, startTime: from, endTime: to }), `trades of ${symbol}`);
}

/** The last price up to a time, looked for in the quarter of an hour before it; null where there was none. */
export async function readPriceAt(exchange: PriceSource, symbol: string, time: number): Promise<Trade | null> {
  if (!Number.isFinite(time)) return null;
  const second = Math.floor(time / SECOND) * SECOND;
  const trades = await readTrades(exchange, symbol, { from: second, to: time });
  const last = trades?.at(-1);
  if (last) return last;
  const candles = await readCandles(exchange, symbol, { from: second - LOOK_BACK, to: second });
  const whole = candles.findLast(({ closeTime }) => closeTime < time);
  return whole ? { symbol, price: whole.close, time: whole.closeTime } : null;
}

/** The prices of a span, and the one that it begins from. */
export async function readPassed(exchange: PriceSource, symbol: string, span: Span): Promise<Trade[]> {
  const before = await readPriceAt(exchange, symbol, span.from);
  const path = await readPath(exchange, symbol, span);
  return before ? [before, ...path] : path;
}

/** The prices of a span, `to` included, as they most probably came; at its ends, which cut a second, only as trades. */
async function readPath(exchange: PriceSource, symbol: string, { from, to }: Span): Promise<Trade[]> {
  const path: Trade[] = [];
  for (const candle of await readCandles(exchange, symbol, { from, to: to + 1 })) {
    const { openTime: time, closeTime } = candle;
    const cut = { from: Math.max(from, time), to: Math.min(to, closeTime) };
    if (time >= from && closeTime <= to) path.push(...pathOf(candle).map((price) => ({ symbol, price, time })));
    else path.push(...((await readTrades(exchange, symbol, cut)) ?? []));
  }
  return path;
}
