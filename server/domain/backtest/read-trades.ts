import { MINUTE } from '#contracts/rules/time.ts';
import { amountOf, DataFault, isHeading, timeOf } from './data-file.ts';
import type { Prints } from './bars.ts';
import { type Print, printsOf } from './prints.ts';

/** Changes of the price that one file may hold. */
export const MOST_PRINTS = 2_000_000;

interface Columns {
  count: number;
  /** Positions of what is read. */
  price: number;
  volume: number;
  time: number;
  /** Numbers of the first and the last trade in a line. */
  first: number;
  last: number;
}

// https://github.com/binance/binance-public-data#trades-1
const COLUMNS: Record<'aggTrades' | 'trades', Columns> = {
  aggTrades: { count: 8, price: 1, volume: 2, time: 5, first: 3, last: 4 },
  trades: { count: 7, price: 1, volume: 2, time: 4, first: 0, last: 0 },
};

const minuteOf = ({ time }: Print): number => Math.floor(time / MINUTE);

const ID = /^\d{1,15}$/;

/**
 * takes the lines of a file of trades one by one; those that follow each other at one price within a minute become one. Throws a
 * `DataFault` that names line and column.
 */
export class TradesReader {
  readonly #columns: Columns;
  readonly #prints: Print[] = [];
  #line = 0;
  #lastId: number | null = null;
  #lastTime = 0;
  trades = 0;
  /** Places at which trades are missing. */
  holes = 0;

  constructor(kind: keyof typeof COLUMNS) {
    this.#columns = COLUMNS[kind];
  }

  take(text: string): void {
    this.#line += 1;
    const line = this.#line;
    if (text === '' || isHeading(line, text)) return;
    const fields = text.split(',');
    const { count } = this.#columns;
    if (fields.length !== count)
      throw new DataFault({ line, column: null }, `${fields.length} columns instead of ${count}.`);
    const missing = this.#follows(line, fields);
    const time = this.#timeOf(line, fields);
    const { price: priceAt, volume: volumeAt } = this.#columns;
    const [price, volume] = [amountOf(fields[priceAt]), amountOf(fields[volumeAt])];
    if (!price) throw new DataFault({ line, column: priceAt + 1 }, 'the price is not a number above 0.');
    if (volume === null) throw new DataFault({ line, column: volumeAt + 1 }, 'the amount is not a number.');
    this.#add(line, { time, price, volume, missing });
  }

  /** Whether trades are missing before this line. */
  #follows(line: number, fields: readonly string[]): boolean {
    const { first, last } = this.#columns;
    const idOf = (at: number): number => {
      const text = fields[at] ?? '';
      if (!ID.test(text)) throw new DataFault({ line, column: at + 1 }, 'the number of a trade is not a whole number.');
      return Number(text);
    };
    const [from, to] = [idOf(first), idOf(last)];
    if (to < from) throw new DataFault({ line, column: last + 1 }, 'its last trade lies before its first one.');
    const before = this.#lastId;
    if (before !== null && from <= before)
      throw new DataFault({ line, column: first + 1 }, 'its trade is not after the one of the line before.');
    this.#lastId = to;
    this.trades += to - from + 1;
    return before !== null && from > before + 1;
  }

  #timeOf(line: number, fields: readonly string[]): number {
    const at = this.#columns.time;
    const time = timeOf(fields[at]);
    if (time === null)
      throw new DataFault({ line, column: at + 1 }, 'its time is not one in milliseconds or microseconds.');
    if (time < this.#lastTime) throw new DataFault({ line, column: at + 1 }, 'it is earlier than the line before.');
    this.#lastTime = time;
    return time;
  }

  #add(line: number, print: Print): void {
    const last = this.#prints.at(-1);
    if (print.missing) this.holes += 1;
    if (last?.price === print.price && !print.missing && minuteOf(last) === minuteOf(print)) {
      last.volume += print.volume;
      return;
    }
    if (this.#prints.length >= MOST_PRINTS)
      throw new DataFault({ line, column: null }, `the price has changed more than ${MOST_PRINTS} times.`);
    this.#prints.push(print);
  }

  prints(): Prints {
    return printsOf(this.#prints);
  }
}
