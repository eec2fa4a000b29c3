/** A double that is rounded must not hide a price that just reaches its threshold. */
export const MARGIN = 4e-12;
/** Of the way to what fires: less than half, so that new extremes on one side leave room on the other. */
const PART = 0.45;
const WHOLE = 100;

/**
 * Prices strictly between `below` and `above`, before `until`, in whatever order, neither fire nor arm an alert on a move of
 * one pair.
 */
export class MoveBox {
  below = Infinity;
  above = -Infinity;
  /** UTC epoch ms. */
  until = -Infinity;
  /** Percent; Infinity where none waits for a move that way. */
  leastRise = Infinity;
  leastFall = Infinity;
  /** Prices that fire if no extreme changes. */
  firesUp = Infinity;
  firesDown = -Infinity;

  holds(time: number, price: number): boolean {
    return price > this.below && price < this.above && time < this.until;
  }

  /** Holds everything. */
  open(): void {
    [this.below, this.above, this.until] = [-Infinity, Infinity, Infinity];
    [this.leastRise, this.leastFall] = [Infinity, Infinity];
    [this.firesUp, this.firesDown] = [Infinity, -Infinity];
  }

  /** Holds nothing. */
  close(): void {
    [this.below, this.above, this.until] = [Infinity, -Infinity, -Infinity];
  }

  within(below: number, above: number): void {
    this.below = Math.max(this.below, below);
    this.above = Math.min(this.above, above);
  }

  /**
   * A price may become a new lowest one, from which a rise is counted: the box is so small that from any of its prices to
   * any other no move is large enough.
   */
  settle(price: number): void {
    const down = price - (price - this.firesDown) * PART;
    let up = price + (this.firesUp - price) * PART;
    if (this.leastFall < Infinity) up = Math.min(up, down / (1 - this.leastFall / WHOLE));
    const low = this.leastRise < Infinity ? Math.max(down, up / (1 + this.leastRise / WHOLE)) : down;
    this.within(low * (1 + MARGIN), up * (1 - MARGIN));
  }
}
