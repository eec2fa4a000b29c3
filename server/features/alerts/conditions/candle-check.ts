import { SECOND } from '#contracts/rules/time.ts';
import { theirsDiffer } from '../../../domain/conditions/bar-rules.ts';
import type { Log } from '../../../lib/log.ts';
import { orderOf } from '../../../runtime/price-triggers/price-order.ts';
import type { BarSource } from '../../../runtime/price-triggers/prices.ts';
import type { BarCloses } from './bar-closes.ts';
import type { WatchedConditions } from './watched-pair.ts';

/** A bar's candle is read so long after its end: until then the exchange may still count trades, ms. */
const SETTLED = 10 * SECOND;
/** Nothing of a market is compared for so long after bars were read again: that costs several calls, ms. */
const PAUSE = 10 * SECOND;

interface Deps {
  log: Log;
  exchange: (pair: WatchedConditions) => BarSource;
  /** By the exchange's clock, UTC epoch ms. */
  now: (pair: WatchedConditions) => number;
  /** Reads a pair's bars again. */
  readAgain: (pair: WatchedConditions) => void;
}

interface Due {
  pair: WatchedConditions;
  bars: BarCloses;
  /** Bars that ended up to then have settled. */
  until: number;
}

/** K-2: compares the closes that were computed from trades with the exchange's own candles, a few at a time. */
export class CandleCheck {
  readonly #deps: Deps;
  /** Markets that have not answered yet. */
  readonly #asked = new Set<string>();
  /** Until when nothing of a market is compared, by the exchange's clock, UTC epoch ms. */
  readonly #pauses = new Map<string, number>();
  #turn = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Once a second: of each market the bars of one pair and length, those whose turn was the longest ago. */
  look(pairs: Iterable<WatchedConditions>): void {
    const next = new Map<string, Due>();
    for (const pair of pairs) {
      if (pair.isSuspended || this.#asked.has(pair.market)) continue;
      const now = this.#deps.now(pair);
      if (now < (this.#pauses.get(pair.market) ?? -Infinity)) continue;
      const until = now - SETTLED;
      for (const bars of pair.conditions.bars) {
        if (!bars.isUnchecked(until) || !this.#goesOn(pair, bars)) continue;
        const other = next.get(pair.market);
        if (!other || this.#turnOf({ pair, bars }) < this.#turnOf(other)) next.set(pair.market, { pair, bars, until });
      }
    }
    for (const due of next.values()) void this.#check(due);
  }

  /** A trade came after the last bar's end, so that bars which are read again fire nothing for that one. */
  #goesOn(pair: WatchedConditions, { end, length }: BarCloses): boolean {
    return pair.decidedUntil >= end - length;
  }

  #turnOf({ pair, bars }: Pick<Due, 'pair' | 'bars'>): number {
    return pair.turns.get(bars.interval) ?? 0;
  }

  async #check(due: Due): Promise<void> {
    const { pair, bars } = due;
    this.#turn += 1;
    pair.turns.set(bars.interval, this.#turn);
    this.#asked.add(pair.market);
    try {
      await this.#compare(due);
    } catch (error) {
      this.#deps.log.error({ err: error, symbol: pair.symbol }, 'bars of alerts could not be compared');
    } finally {
      this.#asked.delete(pair.market);
    }
  }

  async #compare({ pair, bars, until }: Due): Promise<void> {
    const { symbol, conditions } = pair;
    const { interval, length } = bars;
    const ours = bars.uncheckedUntil(until);
    const [first, last] = [ours[0], ours.at(-1)];
    if (!first || !last) return;
    const span = { startTime: first.openTime, endTime: last.openTime + length - 1 };
    const answer = await this.#deps.exchange(pair).candles({ symbol, interval, ...span, limit: ours.length });
    // Bars that were read meanwhile are the exchange's; without an answer these have another turn.
    if (answer.outcome !== 'ok' || pair.isSuspended || pair.conditions !== conditions) return;
    const theirs = answer.value.map(({ openTime, close }) => ({ openTime, close: orderOf(close) }));
    bars.checked(last.openTime);
    if (!theirsDiffer(ours, theirs)) return;
    this.#deps.log.info({ symbol, interval }, 'the exchange has another close of a bar, and its bars are read again');
    this.#pauses.set(pair.market, this.#deps.now(pair) + PAUSE);
    this.#deps.readAgain(pair);
  }
}
