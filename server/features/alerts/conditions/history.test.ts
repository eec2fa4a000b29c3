import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { MarketCondition } from '#contracts/alert-conditions.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import type { BarSource } from '../../../runtime/price-triggers/prices.ts';
import type { ConditionRow } from './condition-row.ts';
import { readerOf, readHistory } from './history.ts';

const LENGTHS = new Map([
  ['1h', HOUR],
  ['1m', MINUTE],
  ['1s', SECOND],
]);
const [BEGIN, NOW] = [Date.UTC(2026, 10, 29, 11, 58, 40), Date.UTC(2026, 10, 29, 12)];
const PRICE = new Big('0.52');
const PRICES = { open: PRICE, high: PRICE, low: PRICE, close: PRICE, volume: new Big(1) };
const candleOf = (openTime: number, length: number) => ({ openTime, closeTime: openTime + length - 1, ...PRICES });

/** What is asked of the exchange for an alert that was decided on up to a time, and the candles that were found. */
async function readFor(condition: MarketCondition, from = BEGIN) {
  const asked: string[] = [];
  const exchange: BarSource = {
    async candles({ interval, startTime = 0, endTime = NOW, limit = 500 }) {
      const length = LENGTHS.get(interval) ?? HOUR;
      asked.push(interval);
      const first = Math.ceil(startTime / length) * length;
      const count = Math.min(limit, Math.max(0, Math.floor((endTime - first) / length) + 1));
      const times = Array.from({ length: count }, (_, at) => first + at * length);
      return { outcome: 'ok', value: times.map((at) => candleOf(at, length)) };
    },
  };
  const of = { num: 1, market: 'binance', symbol: 'XRPUSDT', seq: 1, armedAt: from, executedAt: null };
  const row: ConditionRow = { ...of, condition, informing: 'ALWAYS' };
  const { prices } = await readHistory(readerOf(exchange, 'XRPUSDT'), { rows: [row], from, to: NOW + 1 });
  return { asked: asked.toSorted(), prices };
}
const move = (window: '1m' | '15m' | '1h' | '24h'): MarketCondition => ({
  kind: 'percent-move',
  direction: 'up',
  percent: 3,
  window,
});

it('K-11 after a short gap a move is read in as few calls as its window allows, by seconds where it is decided', async () => {
  for (const window of ['1m', '15m'] as const) expect((await readFor(move(window))).asked).toEqual(['1s']);
  const { asked, prices } = await readFor(move('1h'));
  expect(asked).toEqual(['1m', '1s', '1s']);
  expect((await readFor(move('24h'))).asked).toEqual(['1m', '1m', '1s', '1s']);
  const times = prices.map(({ openTime }) => openTime);
  expect(times[0]).toBe(BEGIN - HOUR);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  for (let at = BEGIN; at <= NOW; at += SECOND) expect(times).toContain(at);
  // Nothing is left out between one candle and the next.
  expect(prices.every(({ openTime }, at) => at === 0 || openTime === (prices[at - 1]?.closeTime ?? 0) + 1)).toBe(true);
});

it('K-11 after a long gap the decisions begin by seconds and go on by minutes, without a hole', async () => {
  const from = BEGIN - DAY;
  const { asked, prices } = await readFor(move('1h'), from);
  expect(new Set(asked)).toEqual(new Set(['1m', '1s']));
  const times = new Set(prices.map(({ openTime }) => openTime));
  const minute = Math.ceil(from / MINUTE) * MINUTE;
  for (let at = from; at < minute; at += SECOND) expect(times.has(at)).toBe(true);
  const later = prices.filter(({ openTime }) => openTime >= minute && openTime < NOW);
  expect(new Set(later.map(({ openTime, closeTime }) => closeTime + 1 - openTime))).toEqual(new Set([MINUTE]));
  expect(prices.every(({ openTime }, at) => at === 0 || openTime === (prices[at - 1]?.closeTime ?? 0) + 1)).toBe(true);
  const almost = await readFor(move('1h'), NOW - 980 * SECOND);
  expect(almost.asked.filter((interval) => interval === '1s').length).toBeGreaterThan(0);
  expect(almost.prices.some(({ openTime }) => openTime === NOW - 980 * SECOND)).toBe(true);
});
