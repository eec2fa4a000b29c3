import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Bars, Prints } from '../../../domain/backtest/bars.ts';
import type { SignalBars } from '../../../domain/backtest/signal-bars.ts';
import { positionOf } from '../../../domain/backtest/position-of.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const COLUMNS = ['times', 'open', 'high', 'low', 'close', 'volume'] as const;
const FASTEST = 1;

const PRINTS = ['times', 'price', 'volume', 'missing'] as const;

/** All columns one after the other, 8 bytes a value. */
function columnsOf(bars: Bars): Buffer {
  const count = bars.times.length;
  const all = new Float64Array(COLUMNS.length * count);
  for (const [at, name] of COLUMNS.entries()) all.set(bars[name], at * count);
  return Buffer.from(all.buffer);
}

export const packBars = (bars: Bars): Promise<Buffer> => deflate(columnsOf(bars), { level: FASTEST });

export async function unpackBars(packed: Buffer, interval: number): Promise<Bars> {
  const bytes = await inflate(packed);
  const all = new Float64Array(new Uint8Array(bytes).buffer);
  const count = all.length / COLUMNS.length;
  const column = (at: number) => all.slice(at * count, (at + 1) * count);
  return {
    interval,
    times: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  };
}

/** Of bars, in their order; volumes in counter units. */
export type BarFlow = Pick<SignalBars, 'volume' | 'takerBought'>;

const bytesOf = (...columns: readonly Float64Array[]): Buffer =>
  Buffer.concat(columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));

export const packFlow = ({ volume, takerBought }: BarFlow): Promise<Buffer> =>
  deflate(bytesOf(volume, takerBought), { level: FASTEST });

/** What buyers took of these bars. */
export async function unpackFlow(packed: Buffer, { interval, times, high, low, close }: Bars): Promise<SignalBars> {
  const all = new Float64Array(new Uint8Array(await inflate(packed)).buffer);
  const count = times.length;
  return { interval, times, high, low, close, volume: all.slice(0, count), takerBought: all.slice(count) };
}

function printColumns(prints: Prints): Buffer {
  const count = prints.times.length;
  const all = new Float64Array(PRINTS.length * count);
  for (const [at, name] of PRINTS.entries()) all.set(prints[name], at * count);
  return Buffer.from(all.buffer);
}

export const packPrints = (prints: Prints): Promise<Buffer> => deflate(printColumns(prints), { level: FASTEST });

export async function unpackPrints(packed: Buffer): Promise<Prints> {
  const bytes = await inflate(packed);
  const all = new Float64Array(new Uint8Array(bytes).buffer);
  const count = all.length / PRINTS.length;
  const column = (at: number) => all.slice(at * count, (at + 1) * count);
  return { times: column(0), price: column(1), volume: column(2), missing: column(3) };
}

export function slicePrints(prints: Prints, { from, to }: { from: number; to: number }): Prints {
  const [begin, end] = [positionOf(prints.times, from), positionOf(prints.times, to)];
  const part = (name: (typeof PRINTS)[number]) => prints[name].slice(begin, end);
  return { times: part('times'), price: part('price'), volume: part('volume'), missing: part('missing') };
}

/** Several in the order of time, as one; bars outside of the time are left out. */
export function sliceBars(parts: readonly Bars[], interval: number, { from, to }: { from: number; to: number }): Bars {
  const wanted = parts.map(({ times }) => {
    const begin = times.findIndex((time) => time >= from);
    const last = times.findLastIndex((time) => time < to);
    return begin === -1 ? { begin: 0, end: 0 } : { begin, end: Math.max(begin, last + 1) };
  });
  const count = wanted.reduce((sum, { begin, end }) => sum + end - begin, 0);
  const column = (name: (typeof COLUMNS)[number]): Float64Array => {
    const all = new Float64Array(count);
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const { begin = 0, end = 0 } = wanted[index] ?? {};
      all.set(part[name].subarray(begin, end), at);
      at += end - begin;
    }
    return all;
  };
  return {
    interval,
    times: column('times'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

/** SHA-256 of the bars as they are computed with, and of what is known inside them. */
export function checksumOf(bars: Bars): string {
  const { inside, signals: of } = bars;
  const parts = [
    columnsOf(bars),
    ...(of ? [bytesOf(of.times, of.high, of.low, of.close, of.volume, of.takerBought)] : []),
    ...(inside?.bars ? [columnsOf(inside.bars)] : []),
    ...(inside?.prints ? [printColumns(inside.prints)] : []),
  ];
  return hash('sha256', Buffer.concat(parts));
}
