import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { MarketCondition } from '#contracts/alert-conditions.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { XRP } from '../../../../tests/factories/block-sketch.ts';
import type { BarSource } from '../../../runtime/price-triggers/prices.ts';
import { previewOf } from './preview.ts';

const LENGTHS = new Map([
  ['1h', HOUR],
  ['15m', 15 * MINUTE],
  ['1m', MINUTE],
  ['1s', SECOND],
]);
const [LOW, MIDDLE, HIGH] = [new Big('0.51'), new Big('0.52'), new Big('0.53')];
const candleOf = (openTime: number, length: number) => {
  const at = openTime / length;
  const close = new Big('0.515').plus(new Big((at * at) % 11).div(1000));
  const volume = new Big(at % 13 === 0 ? 9 : 1);
  return { openTime, closeTime: openTime + length - 1, open: MIDDLE, low: LOW, high: HIGH, close, volume };
};

/** An exchange whose price swings in each candle, and what it was asked. */
function countedWorld() {
  const state = { now: Date.UTC(2026, 10, 29, 12, 0, 30), answers: true, minutesFrom: 0 };
  const asked: string[] = [];
  const periods: { from: number; to: number }[] = [];
  const exchange: BarSource = {
    async candles({ symbol, interval, startTime = 0, endTime = state.now, limit = 500 }) {
      asked.push(`${symbol} ${interval}`);
      periods.push({ from: startTime, to: endTime });
      if (!state.answers) return { outcome: 'unknown', reason: 'no answer' };
      const length = LENGTHS.get(interval) ?? HOUR;
      const first = Math.ceil(Math.max(startTime, length < HOUR ? state.minutesFrom : 0) / length) * length;
      const count = Math.min(limit, Math.floor((endTime - first) / length) + 1);
      const times = Array.from({ length: Math.max(0, count) }, (_, at) => first + at * length);
      return { outcome: 'ok', value: times.map((at) => candleOf(at, length)) };
    },
  };
  const deps = {
    findExchangePair: (_market: unknown, symbol: string) => ({ ...XRP, symbol }),
    exchange: () => exchange,
    clock: () => state.now,
  };
  const preview = (price: string, symbol = 'XRP_USDT') =>
    previewOf(deps, { market: 'binance', symbol, price: new Big(price), type: 'PRICE_REACHES' });
  const previewIf = (condition: MarketCondition) =>
    previewOf(deps, { market: 'binance', symbol: 'XRP_USDT', condition });
  return { state, asked, periods, preview, previewIf };
}

it('U-10 two previews of a pair at once, and one soon after, read its exchange once', async () => {
  const { state, asked, preview } = countedWorld();
  const [one, other] = await Promise.all([preview('0.52'), preview('0.525')]);
  const read = asked.length;
  expect(asked.filter((each) => each === 'XRP_USDT 1h')).toHaveLength(1);
  expect([one.fired?.length, other.fired?.length]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(other.fired?.length).toBeGreaterThan(0);
  state.now += MINUTE - 1;
  expect((await preview('0.5225')).fired?.length).toBeGreaterThan(0);
  expect(asked).toHaveLength(read);
  state.now += 1;
  await preview('0.5225');
  expect(asked).toHaveLength(2 * read);
});

it('U-10 where an exchange has no minutes yet, its hours tell what a level would have done', async () => {
  const { state, preview } = countedWorld();
  state.minutesFrom = Date.UTC(2026, 10, 28, 12);
  const { fired } = await preview('0.52');
  const times = fired?.map(({ at }) => at) ?? [];
  const byHour = times.filter((at) => at < state.minutesFrom);
  // A week without its last day.
  expect(byHour).toHaveLength(6 * 24);
  expect(byHour.every((at) => at % HOUR === 0)).toBe(true);
  expect(times.filter((at) => at >= state.minutesFrom && at % HOUR !== 0).length).toBeGreaterThan(12 * 60);
  state.minutesFrom = Infinity;
  state.now += MINUTE;
  expect((await preview('0.52')).fired?.length).toBe(7 * 24 - 1);
});

it('U-10 the minutes of a week are read only for a level that the price came to', async () => {
  const { asked, preview } = countedWorld();
  expect((await preview('0.9')).fired).toEqual([]);
  expect(asked).toEqual(['XRP_USDT 1h']);
});

it('U-10 what an exchange did not answer is read again by the next preview', async () => {
  const { state, asked, preview } = countedWorld();
  state.answers = false;
  expect((await preview('0.52')).fired).toBeNull();
  state.answers = true;
  expect((await preview('0.9')).fired).toEqual([]);
  state.answers = false;
  expect((await preview('0.52')).fired).toBeNull();
  state.answers = true;
  expect((await preview('0.52')).fired?.length).toBeGreaterThan(0);
  expect(asked.filter((each) => each === 'XRP_USDT 1h')).toHaveLength(2);
});

it('U-10 the past of twenty pairs is kept, and the one that was read first makes room', async () => {
  const { asked, preview } = countedWorld();
  for (let pair = 1; pair <= 21; pair += 1) await preview('0.9', `P${pair}_USDT`);
  await preview('0.9', 'P2_USDT');
  expect(asked).toHaveLength(21);
  await preview('0.9', 'P1_USDT');
  expect(asked).toHaveLength(22);
});

const rsi = (length: number, level: number): MarketCondition => ({
  kind: 'rsi',
  length,
  level,
  direction: 'either',
  interval: '15m',
});
const averages = (fast: number, slow: number): MarketCondition => ({
  kind: 'ema',
  fast,
  slow,
  direction: 'either',
  interval: '15m',
});
const volume: MarketCondition = { kind: 'volume', factor: 2, bars: 20, interval: '15m' };
const trendline: MarketCondition = {
  kind: 'trendline',
  from: { time: Date.UTC(2026, 10, 1), price: 0.52 },
  to: { time: Date.UTC(2026, 11, 31), price: 0.52 },
  until: Date.UTC(2026, 11, 31),
  straightIn: 'price',
  direction: 'up',
};
const move = (percent: number, window: '1m' | '15m' | '1h'): MarketCondition => ({
  kind: 'percent-move',
  direction: 'either',
  percent,
  window,
});

it('U-10 conditions on bars of one length read them once, and of a longer series only what lies before them', async () => {
  const { state, asked, periods, previewIf } = countedWorld();
  expect((await previewIf(rsi(14, 50))).fired?.length).toBeGreaterThan(0);
  const read = asked.length;
  for (const condition of [rsi(14, 45), rsi(7, 50), averages(5, 20), volume])
    expect((await previewIf(condition)).fired?.length).toBeGreaterThan(0);
  expect(asked).toHaveLength(read);
  const first = Math.min(...periods.map(({ from }) => from));
  await previewIf(averages(20, 60));
  const more = periods.slice(read);
  expect(more.length).toBeGreaterThan(0);
  expect(more.filter(({ to }) => to >= first)).toEqual([]);
  state.now += MINUTE;
  await previewIf(rsi(14, 50));
  expect(asked).toHaveLength(2 * read + more.length);
});

it('U-10 conditions on prices read those of a week once, and share them with price levels', async () => {
  const { asked, preview, previewIf } = countedWorld();
  expect((await preview('0.52')).fired?.length).toBeGreaterThan(0);
  const read = asked.length;
  expect((await previewIf(move(3, '1h'))).fired?.length).toBeGreaterThan(0);
  // The hour before the week.
  const before = asked.length - read;
  expect(before).toBeLessThan(read);
  await previewIf(move(2, '1h'));
  expect(asked).toHaveLength(read + before);
});

it('U-10 what is kept gives the same firings and lines as what is read anew', async () => {
  const kept = countedWorld();
  const conditions = [averages(20, 60), averages(5, 20), rsi(14, 50), volume, move(3, '15m'), move(2, '1m')];
  for (const condition of conditions) {
    const fresh = await countedWorld().previewIf(condition);
    expect(fresh.fired).not.toBeNull();
    expect(await kept.previewIf(condition)).toEqual(fresh);
  }
});

it('U-10 bars that an exchange did not answer are read again by the next preview', async () => {
  const { state, preview, previewIf } = countedWorld();
  await preview('0.9');
  state.answers = false;
  expect((await previewIf(rsi(14, 50))).fired).toBeNull();
  state.answers = true;
  expect((await previewIf(rsi(14, 50))).fired?.length).toBeGreaterThan(0);
});

it('U-10 where an exchange has no minutes yet, its hours tell what a trend line would have done', async () => {
  const { state, previewIf } = countedWorld();
  state.minutesFrom = state.now - DAY;
  const { fired, hours } = await previewIf(trendline);
  const times = fired?.map(({ at }) => at) ?? [];
  expect(hours).toBe(7 * 24);
  const byHour = times.filter((at) => at < state.minutesFrom);
  expect(byHour.length).toBeGreaterThan(3 * 24);
  expect(byHour.every((at) => at % HOUR === 0)).toBe(true);
  expect(times.filter((at) => at % HOUR !== 0).length).toBeGreaterThan(12 * 60);
});

it('U-10 moves within a window are counted on minutes alone, and the preview says over how many hours', async () => {
  const { state, previewIf } = countedWorld();
  expect((await previewIf(move(3, '1h'))).hours).toBe(7 * 24);
  state.now += MINUTE;
  state.minutesFrom = state.now - 25.5 * HOUR;
  const { fired, hours } = await previewIf(move(3, '1h'));
  expect(hours).toBe(25);
  expect(fired?.length).toBeGreaterThan(0);
  expect(fired?.every(({ at }) => at >= state.minutesFrom)).toBe(true);
});

const TOO_FEW = 'How often it would have fired is not known: the exchange has too few candles for that yet.';

it('U-10 bars are counted from the first that is decided on; what cannot be counted is not called zero', async () => {
  const { state, previewIf } = countedWorld();
  const asked = async (condition: MarketCondition) => {
    state.now += MINUTE;
    const { error, fired, hours } = await previewIf(condition);
    return [error, fired === null, hours];
  };
  for (const condition of [averages(5, 20), rsi(14, 50), volume])
    expect(await asked(condition)).toEqual([null, false, 7 * 24]);
  // 500 bars are 125 hours.
  state.minutesFrom = state.now - 6 * DAY;
  expect(await asked(averages(5, 20))).toEqual([null, false, 18]);
  expect(await asked(rsi(14, 50))).toEqual([TOO_FEW, true, 0]);
  expect(await asked(volume)).toEqual([null, false, 6 * 24 - 6]);
  state.minutesFrom = Infinity;
  for (const condition of [averages(5, 20), volume, move(3, '1m')])
    expect(await asked(condition)).toEqual([TOO_FEW, true, 0]);
});
