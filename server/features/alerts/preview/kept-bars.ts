import { Big } from 'big.js';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { levelOf, orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { BarSource } from '../../../runtime/price-triggers/prices.ts';
import { type Bar, type PastReader, readBars } from '../conditions/history.ts';

/** Numbers that are kept of a bar: it takes less memory so. */
const SIZE = 3;

const packed = (bars: readonly Bar[]): number[] =>
  bars.flatMap(({ openTime, close, volume }) => [openTime, orderOf(close), Number(volume.toFixed())]);

/** The bars from the one that opens at this time on, UTC epoch ms. */
function unpacked(numbers: Float64Array, length: number, from: number): Bar[] {
  const bars: Bar[] = [];
  for (let at = 0; at < numbers.length; at += SIZE) {
    const [openTime = 0, close = 0, volume = 0] = numbers.subarray(at, at + SIZE);
    if (openTime < from) continue;
    bars.push({ openTime, closeTime: openTime + length - 1, close: levelOf(close), volume: new Big(volume) });
  }
  return bars;
}

/** Bars of one length: of those that are asked for, only the ones before those that are kept are read. */
function keptOf(exchange: BarSource, symbol: string, interval: ClosingInterval): (from: number) => Promise<Bar[]> {
  let kept = { from: Infinity, numbers: new Float64Array(0) };
  let reading = Promise.resolve();
  async function extend(from: number): Promise<void> {
    if (from >= kept.from) return;
    const end = kept.from === Infinity ? {} : { to: kept.from - 1 };
    const earlier = await readBars(exchange, { symbol, interval, from, ...end });
    kept = { from, numbers: Float64Array.from([...packed(earlier), ...kept.numbers]) };
  }
  return async (from) => {
    const own = reading.then(() => extend(from));
    reading = own.catch(() => {});
    await own;
    return unpacked(kept.numbers, CLOSING_INTERVALS[interval], from);
  };
}

/** Bars of a pair by their length. */
export function keptBars(exchange: BarSource, symbol: string): PastReader['bars'] {
  const lengths = new Map<ClosingInterval, ReturnType<typeof keptOf>>();
  return (interval, from) => {
    const ofLength = lengths.get(interval) ?? keptOf(exchange, symbol, interval);
    lengths.set(interval, ofLength);
    return ofLength(from);
  };
}
