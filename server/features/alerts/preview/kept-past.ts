import { PREVIEW_DAYS } from '#contracts/alert-preview.ts';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { BarCandle, BarSource } from '../../../runtime/price-triggers/prices.ts';
import type { Span } from '../../../runtime/price-triggers/read-prices.ts';
import type { PastReader } from '../conditions/history.ts';
import { keptBars } from './kept-bars.ts';
import { keptPrices, type PriceStep, stepsOf } from './kept-prices.ts';

const KEPT_FOR = MINUTE;
const MOST_PAIRS = 20;

/** The last days of a pair, read from its exchange. */
export interface Past {
  span: Span;
  /** From when on the exchange has prices of it, UTC epoch ms. */
  since: number;
  /** Candles of an hour, from the one that holds the beginning of the span. */
  hours: readonly BarCandle[];
  /** Prices of the span, read when they are first asked for: by the minute, and by the hour before the exchange's first minute. */
  steps: () => Promise<readonly PriceStep[]>;
  /** Reads only what was not read before. */
  reader: PastReader;
}

interface Kept {
  /** UTC epoch ms. */
  until: number;
  past: Promise<Past | null>;
}

/** By the name of the pair, the oldest first. */
const keptPasts = new WeakMap<BarSource, Map<string, Kept>>();

/** An exchange may have hours of a time whose minutes it does not have, as the paper exchange does. */
export function hoursBefore(
  { span: { from, to }, hours }: Pick<Past, 'span' | 'hours'>,
  minutes: readonly { openTime: number }[],
): BarCandle[] {
  const firstMinute = minutes[0]?.openTime ?? to;
  return hours.filter(({ openTime, closeTime }) => openTime >= from && closeTime < firstMinute);
}

async function readPast(exchange: BarSource, symbol: string, now: number): Promise<Past | null> {
  // On a whole minute, so that few seconds are read.
  const span = { from: Math.floor((now - PREVIEW_DAYS * DAY) / MINUTE) * MINUTE, to: now };
  const startTime = Math.floor(span.from / HOUR) * HOUR;
  const read = await exchange.candles({ symbol, interval: '1h', startTime, endTime: now });
  if (read.outcome !== 'ok') return null;
  const prices = keptPrices(exchange, symbol);
  const reader = { prices: prices.paths, bars: keptBars(exchange, symbol) };
  const hours = read.value;
  const since = Math.max(span.from, hours[0]?.openTime ?? now);
  async function steps() {
    const minutes = await prices.steps(span);
    return [...stepsOf(hoursBefore({ span, hours }, minutes)), ...minutes];
  }
  return { span, since, hours, steps, reader };
}

/** The past of a pair as it was within the last minute; null where its exchange does not answer. */
export async function pastOf(exchange: BarSource, symbol: string, now: number): Promise<Past | null> {
  const kept = keptPasts.get(exchange) ?? new Map<string, Kept>();
  keptPasts.set(exchange, kept);
  for (const [name, { until }] of kept) if (until <= now) kept.delete(name);
  const known = kept.get(symbol);
  if (known) return known.past;
  const reading = { until: now + KEPT_FOR, past: readPast(exchange, symbol, now).catch(() => null) };
  kept.set(symbol, reading);
  const [oldest] = kept.keys();
  if (kept.size > MOST_PAIRS && oldest !== undefined) kept.delete(oldest);
  const past = await reading.past;
  if (!past && kept.get(symbol) === reading) kept.delete(symbol);
  return past;
}
