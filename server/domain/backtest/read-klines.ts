import { MOST_BARS } from '#contracts/rules/backtest-limits.ts';
import { type Bar, type Bars, barsOf } from './bars.ts';
import { amountOf, DataFault, isHeading, timeOf } from './data-file.ts';
import type { SignalBars } from './signal-bars.ts';

const COLUMNS = 12;
const PRICES = ['open', 'high', 'low', 'close'] as const;

function priceOf(line: number, column: number, text: string | undefined): number {
  const price = amountOf(text);
  if (!price) throw new DataFault({ line, column }, 'a price is not a number above 0.');
  return price;
}

function priced(line: number, fields: readonly string[]): Pick<Bar, (typeof PRICES)[number]> {
  const [open = 0, high = 0, low = 0, close = 0] = PRICES.map((_, at) => priceOf(line, at + 2, fields[at + 1]));
  if (high < Math.max(open, close)) throw new DataFault({ line, column: 3 }, 'the highest price is below another one.');
  if (low > Math.min(open, close)) throw new DataFault({ line, column: 4 }, 'the lowest price is above another one.');
  return { open, high, low, close };
}

/** UTC epoch ms; a bar of another length is none of this file. */
function opensAt(line: number, fields: readonly string[], interval: number): number {
  const [time, end] = [timeOf(fields[0]), timeOf(fields[6])];
  if (time === null || time % interval !== 0)
    throw new DataFault({ line, column: 1 }, 'its time does not begin a bar of this length.');
  if (end === null || end >= time + interval)
    throw new DataFault({ line, column: 7 }, 'it does not end within a bar of this length.');
  return time;
}

function counterVolume(line: number, column: number, fields: readonly string[]): number {
  const amount = amountOf(fields[column - 1]);
  if (amount === null) throw new DataFault({ line, column }, 'the volume is not a number.');
  return amount;
}

/** Columns of the volume and of what buyers took of it, counter units. */
const FLOW = { volume: 8, takerBought: 11 } as const;

/**
 * takes the lines of a file of klines one by one: 12 columns, of which prices, volumes and what buyers took are read.
 * Throws a `DataFault` that names line and column.
 */
export class KlinesReader {
  readonly #interval: number;
  readonly #bars: Bar[] = [];
  readonly #volume: number[] = [];
  readonly #takerBought: number[] = [];
  #line = 0;

  /** Length of a bar, ms. */
  constructor(interval: number) {
    this.#interval = interval;
  }

  take(text: string): void {
    this.#line += 1;
    const line = this.#line;
    if (text === '' || isHeading(line, text)) return;
    const fields = text.split(',');
    if (fields.length !== COLUMNS)
      throw new DataFault({ line, column: null }, `${fields.length} columns instead of ${COLUMNS}.`);
    const time = opensAt(line, fields, this.#interval);
    const last = this.#bars.at(-1);
    if (last && time <= last.time) throw new DataFault({ line, column: 1 }, 'it is not later than the line before.');
    const volume = amountOf(fields[5]);
    if (volume === null) throw new DataFault({ line, column: 6 }, 'the volume is not a number.');
    if (this.#bars.length >= MOST_BARS)
      throw new DataFault({ line, column: null }, `there are more than ${MOST_BARS} bars.`);
    this.#bars.push({ time, ...priced(line, fields), volume });
    const [all, bought] = [counterVolume(line, FLOW.volume, fields), counterVolume(line, FLOW.takerBought, fields)];
    if (bought > all) throw new DataFault({ line, column: FLOW.takerBought }, 'buyers took more than there was.');
    this.#volume.push(all);
    this.#takerBought.push(bought);
  }

  bars(): Bars {
    return barsOf(this.#interval, this.#bars);
  }

  /** What buyers took of each of them. */
  flow(): Pick<SignalBars, 'volume' | 'takerBought'> {
    return { volume: Float64Array.from(this.#volume), takerBought: Float64Array.from(this.#takerBought) };
  }
}
