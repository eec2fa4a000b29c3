import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import type { RangeBar } from '../../../domain/strategies/signals/turtle-levels.ts';
import type { Candle } from '../../../exchanges/exchange.ts';
import type { Market } from '#contracts/symbol.ts';
import type { BotDeps } from '../deps.ts';

/** As many as an exchange lists at once. */
const MOST = 1000;

/** Bars that have ended by now, the oldest first; null where the exchange does not say. `count` before the last decision. */
export async function readBars(
  { markets, log, clock }: Pick<BotDeps, 'markets' | 'log' | 'clock'>,
  { market, symbol }: { market: string; symbol: string },
  { interval, since, count }: { interval: ClosingInterval; since: number; count: number },
): Promise<(Candle & { at: number })[] | null> {
  const length = CLOSING_INTERVALS[interval];
  const now = clock();
  const first = Math.max(since - count * length, now - (now % length) - MOST * length);
  try {
    const of = { symbol, interval, startTime: first, endTime: now, limit: MOST };
    const answer = await markets.exchange(market as Market).candles(of);
    if (answer.outcome !== 'ok') return null;
    return answer.value
      .map((candle) => Object.assign(candle, { at: candle.openTime + length }))
      .filter(({ at }) => at <= now);
  } catch (error) {
    log.warn({ error, symbol }, 'bars of a bot could not be read');
    return null;
  }
}

/** Those of which it is known what buyers took, in counter units. */
export const rangeBars = (bars: readonly (Candle & { at: number })[]): RangeBar[] =>
  bars.flatMap(({ at, high, low, close, quoteVolume, takerQuote }): RangeBar[] =>
    quoteVolume && takerQuote
      ? [{ at, high, low, close, volume: quoteVolume.toNumber(), takerBought: takerQuote.toNumber() }]
      : [],
  );
