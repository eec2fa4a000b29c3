import { BOOK_LEVELS, type BookLevel, type Depth } from '../exchange.ts';

/** Best first: bids fall, asks rise. */
type Side = keyof Depth;

/** Where a price stands, or would stand, among the levels of a side. */
function placeOf(levels: readonly BookLevel[], price: BookLevel[0], side: Side): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = levels[middle]?.[0].cmp(price) ?? 0;
    if ((side === 'asks' ? order : -order) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A book kept by a snapshot and its changes: a quantity of 0 takes a level away. */
export class LocalBook {
  #sides: Depth | null = null;

  reset({ bids, asks }: Depth): void {
    this.#sides = { bids: [], asks: [] };
    this.update({ bids, asks });
  }

  /** Without effect before the first snapshot. */
  update(changes: Depth): void {
    if (!this.#sides) return;
    for (const side of ['bids', 'asks'] as const)
      for (const level of changes[side]) this.#set(this.#sides[side], level, side);
  }

  /** The best levels; null before the first snapshot. */
  top(): Depth | null {
    return (
      this.#sides && { bids: this.#sides.bids.slice(0, BOOK_LEVELS), asks: this.#sides.asks.slice(0, BOOK_LEVELS) }
    );
  }

  #set(levels: BookLevel[], level: BookLevel, side: Side): void {
    const at = placeOf(levels, level[0], side);
    const isKnown = levels[at]?.[0].eq(level[0]) ?? false;
    levels.splice(at, isKnown ? 1 : 0, ...(level[1].gt(0) ? [level] : []));
  }
}
