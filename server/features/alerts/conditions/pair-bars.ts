import type { ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import type { IndicatorCondition } from '../../../domain/conditions/indicator-score.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { AFTER_END, BarCloses, type BarFired } from './bar-closes.ts';

/** The bars of one pair, of all lengths. Only those that end get a trade; the others get their close at their end. */
export class PairBars {
  readonly #table: AlertTable;
  readonly #intervals: ClosingInterval[] = [];
  readonly #bars: BarCloses[] = [];
  /** Of the running bars, UTC epoch ms. */
  #ends = new Float64Array(0);
  /** The first of them. */
  #end = Infinity;
  #watchesTrades = false;

  constructor(table: AlertTable) {
    this.#table = table;
  }

  /** Before it no running bar ends, UTC epoch ms. */
  get end(): number {
    return this.#end;
  }

  all(): readonly BarCloses[] {
    return this.#bars;
  }

  find(interval: ClosingInterval): BarCloses | null {
    return this.#bars[this.#intervals.indexOf(interval)] ?? null;
  }

  /** What opens it may give it bars that ended. */
  open(interval: ClosingInterval): BarCloses {
    const found = this.find(interval);
    if (found) {
      this.#ends[this.#bars.indexOf(found)] = -Infinity;
      this.#end = -Infinity;
      return found;
    }
    const opened = new BarCloses(interval, this.#table);
    this.#intervals.push(interval);
    this.#bars.push(opened);
    this.#ends = Float64Array.from([...this.#ends, -Infinity]);
    this.#end = -Infinity;
    return opened;
  }

  /** Something waits for the value of an open bar, or did so at the last trade. */
  get watchesTrades(): boolean {
    return this.#watchesTrades;
  }

  addOpen(slot: number, condition: IndicatorCondition, firedAt: number | null): void {
    this.open(condition.interval).addOpen(slot, condition, firedAt);
    this.#watchesTrades = true;
  }

  /** A trade: the slots that fire by the values that the open bars have now. */
  takeOpen(time: number, price: number): number[] {
    const fired = this.#bars.flatMap((bars) => bars.takeOpen(time, price));
    this.#watchesTrades = this.#bars.some((bars) => bars.watchesTrades);
    return fired;
  }

  /** A trade. `before` is the price of the last one before it, null where there was none since the bars were opened. */
  take(time: number, price: number, before: number | null): BarFired[] {
    return this.#endUntil(time, before, (bars) => bars.take(time, price));
  }

  /** A look at the clock. */
  tick(now: number, before: number | null): BarFired[] {
    return this.#endUntil(now - AFTER_END, before, (bars) => bars.tick(now));
  }

  #endUntil(time: number, before: number | null, end: (bars: BarCloses) => BarFired[]): BarFired[] {
    const fired: BarFired[] = [];
    for (let at = 0; at < this.#ends.length; at += 1) {
      const bars = this.#bars[at];
      if (!bars || time < (this.#ends[at] ?? Infinity)) continue;
      if (before !== null) bars.closeAt(before);
      fired.push(...end(bars));
      this.#ends[at] = bars.end;
    }
    this.#end = Math.min(...this.#ends);
    return fired;
  }
}
