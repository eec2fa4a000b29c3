import type { Clock } from '../../../../lib/clock.ts';
import type { Log } from '../../../../lib/log.ts';
import { HOUR } from '#contracts/rules/time.ts';
import type { CandleRow, CandlesStore } from './candles.store.ts';
import type { Charted } from './chart.ts';

interface WrittenCandles {
  store: CandlesStore;
  markets: ReadonlyMap<string, Charted>;
  epoch: number;
  clock: Clock;
  log: Log;
}

/** Stores changed candles apart from the books: trading never waits for it. */
export class CandleWriter {
  readonly #deps: WrittenCandles;
  #unwritten = new Map<string, CandleRow>();
  #writing: Promise<void> = Promise.resolve();
  #tidiedAt = 0;

  constructor(deps: WrittenCandles) {
    this.#deps = deps;
  }

  /** Resolves when the changes until now are stored, or have failed and wait for the next call. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #collect(): Map<string, CandleRow> {
    for (const { pair, chart } of this.#deps.markets.values()) {
      for (const { length, candle } of chart.takeChanged()) {
        const key = `${pair.symbol} ${length} ${candle.openTime}`;
        this.#unwritten.set(key, { symbol: pair.symbol, length, candle });
      }
    }
    return this.#unwritten;
  }

  async #write(): Promise<void> {
    const { store, epoch, clock, log } = this.#deps;
    const rows = this.#collect();
    this.#unwritten = new Map();
    try {
      if (rows.size > 0 && !(await store.write([...rows.values()], epoch))) return;
      if (clock() - this.#tidiedAt < HOUR) return;
      this.#tidiedAt = clock();
      await store.tidy(clock());
    } catch (error) {
      this.#unwritten = new Map([...rows, ...this.#unwritten]);
      log.warn({ err: error }, 'The paper exchange could not store its candles; it tries again.');
    }
  }
}
