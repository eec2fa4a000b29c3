import { type Bar, type Bars, barsOf, type Prints } from './bars.ts';

export interface Print {
  time: number;
  price: number;
  volume: number;
  missing: boolean;
}

export function printsOf(prints: readonly Print[]): Prints {
  const column = (of: (print: Print) => number) => Float64Array.from(prints, of);
  return {
    times: column(({ time }) => time),
    price: column(({ price }) => price),
    volume: column(({ volume }) => volume),
    missing: column(({ missing }) => (missing ? 1 : 0)),
  };
}

export const printAt = ({ times, price, volume, missing }: Prints, at: number): Print => ({
  time: times[at] ?? 0,
  price: price[at] ?? 0,
  volume: volume[at] ?? 0,
  missing: missing[at] === 1,
});

/** Flat bars after the last one, up to the one that opens then. */
function fillUntil(bars: Bar[], opens: number, interval: number): void {
  for (let last = bars.at(-1); last && last.time + interval < opens; last = bars.at(-1)) {
    const { time, close } = last;
    bars.push({ time: time + interval, open: close, high: close, low: close, close, volume: 0 });
  }
}

/** Bars of this length; a time without trades is a flat bar, one in which trades are missing is none. */
export function barsOfPrints(prints: Prints, interval: number): Bars {
  const bars: Bar[] = [];
  for (let at = 0; at < prints.times.length; at += 1) {
    const { time, price, volume, missing } = printAt(prints, at);
    const opens = Math.floor(time / interval) * interval;
    if (!missing) fillUntil(bars, opens, interval);
    const last = bars.at(-1);
    if (last?.time === opens) {
      last.high = Math.max(last.high, price);
      last.low = Math.min(last.low, price);
      last.close = price;
      last.volume += volume;
    } else bars.push({ time: opens, open: price, high: price, low: price, close: price, volume });
  }
  return barsOf(interval, bars);
}

/** Longer bars, each of all shorter ones that open in it. */
export function longerBars(of: Bars, interval: number): Bars {
  const bars: Bar[] = [];
  for (const [at, time] of of.times.entries()) {
    const opens = Math.floor(time / interval) * interval;
    const [open = 0, high = 0, low = 0, close = 0] = [of.open[at], of.high[at], of.low[at], of.close[at]];
    const [last, volume = 0] = [bars.at(-1), of.volume[at]];
    if (last?.time === opens) {
      last.high = Math.max(last.high, high);
      last.low = Math.min(last.low, low);
      last.close = close;
      last.volume += volume;
    } else bars.push({ time: opens, open, high, low, close, volume });
  }
  return barsOf(interval, bars);
}

/** longer bars that are told from their beginning and to their end: the shorter ones may begin and end within one. */
export function wholeLongerBars(of: Bars, interval: number): Bars {
  const longer = longerBars(of, interval);
  const { times, open, high, low, close, volume } = longer;
  const begin = (of.times[0] ?? 0) % interval === 0 ? 0 : 1;
  const end = ((of.times.at(-1) ?? 0) + of.interval) % interval === 0 ? times.length : times.length - 1;
  const cut = (column: Float64Array) => column.slice(begin, Math.max(begin, end));
  return {
    ...longer,
    times: cut(times),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
    volume: cut(volume),
  };
}
