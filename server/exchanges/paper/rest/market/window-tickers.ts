import { setImmediate } from 'node:timers/promises';
import { fixed } from '../../../../domain/matching/model/amount.ts';
import { refusal } from '../../binance-error.ts';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { flatCandle, total } from '../../market/candles.ts';
import type { Market } from '../../market/market.ts';
import type { Call } from '../endpoint.ts';
import { neitherSent } from '../orders/order-parameters.ts';
import { choice } from '../parameters.ts';
import { marketsOf } from './requested-markets.ts';
import { zoneAhead } from './time-zone.ts';

const WINDOW = /^(?:([1-9]|[1-5][0-9])m|([1-9]|1[0-9]|2[0-3])h|([1-7])d)$/;

interface Span {
  openTime: number;
  /** The end of the window as it is shown, which may lie ahead. */
  closeTime: number;
}

const invalid = (name: string) => refusal(-1130, `Data sent for parameter '${name}' is not valid.`);

function windowLength(text: string): number {
  const [, minutes, hours, days] = WINDOW.exec(text) ?? [];
  if (minutes) return Number(minutes) * MINUTE;
  if (hours) return Number(hours) * HOUR;
  if (days) return Number(days) * DAY;
  throw invalid('windowSize');
}

/** All that was traded since a minute: by the minute as far back as minutes are kept, by the hour before. */
function traded(market: Market, from: number, now: number) {
  const range = { startTime: from, limit: Number.POSITIVE_INFINITY };
  const minutes = market.klines({ ...range, interval: '1m' }, now);
  const since = minutes[0]?.openTime ?? now;
  const hours = since > from ? market.klines({ ...range, interval: '1h' }, now) : [];
  const earlier = hours.filter((hour) => hour.openTime + HOUR <= since);
  return total([...earlier, ...minutes]) ?? flatCandle(from, market.price, market.tradeId);
}

/** What was traded since a window opened. */
export function statistics(market: Market, span: Span, of: { now: number; full: boolean }) {
  const sum = traded(market, span.openTime, of.now);
  const change = sum.close.minus(sum.open);
  const changes = {
    priceChange: fixed(change),
    priceChangePercent: change.times(100).div(sum.open).toFixed(3),
    weightedAvgPrice: fixed(sum.volume.eq(0) ? market.price : sum.quoteVolume.div(sum.volume)),
  };
  return {
    symbol: market.pair.symbol,
    ...(of.full ? changes : {}),
    openPrice: fixed(sum.open),
    highPrice: fixed(sum.high),
    lowPrice: fixed(sum.low),
    lastPrice: fixed(sum.close),
    volume: fixed(sum.volume),
    quoteVolume: fixed(sum.quoteVolume),
    ...span,
    // Computed, since trades of the synthetic history have no ids.
    firstId: Math.max(0, market.tradeId - sum.count + 1),
    lastId: market.tradeId,
    count: sum.count,
  };
}

async function answer(call: Call, span: Span) {
  const { parameters, core } = call;
  if (!parameters.has('symbol') && !parameters.has('symbols')) throw neitherSent('symbol', 'symbols');
  const type = choice(parameters.get('type'), ['FULL', 'MINI'], refusal(-1139, 'Invalid ticker type.'));
  const of = { now: core.now(), full: type !== 'MINI' };
  const { one, markets } = marketsOf(call);
  const rows: ReturnType<typeof statistics>[] = [];
  for (const market of markets) {
    rows.push(statistics(market, span, of));
    // A week of minutes takes milliseconds to add up: other requests run between two markets.
    await setImmediate();
  }
  return one ? rows[0] : rows;
}

export const windowBefore = (now: number, length: number): Span => ({
  openTime: Math.floor((now - length) / MINUTE) * MINUTE,
  closeTime: now,
});

/** The window opens on a minute, so that it may be up to a minute longer than asked for. */
export function rollingWindow(call: Call) {
  const length = windowLength(call.parameters.get('windowSize') ?? '1d');
  return answer(call, windowBefore(call.core.now(), length));
}

export function tradingDay(call: Call) {
  const offset = zoneAhead(call.parameters);
  const openTime = Math.floor((call.core.now() + offset) / DAY) * DAY - offset;
  return answer(call, { openTime, closeTime: openTime + DAY - 1 });
}
