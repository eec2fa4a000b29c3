const FULL = 512;
const SMALL = 8;

interface Chunk {
  levels: Float64Array;
  slots: Uint32Array;
  size: number;
}

const newChunk = (capacity: number): Chunk => ({
  levels: new Float64Array(capacity),
  slots: new Uint32Array(capacity),
  size: 0,
});

/** Negative when the entry at `at` comes before (level, slot). */
function compare({ levels, slots }: Chunk, at: number, [level, slot]: readonly [number, number]): number {
  const found = levels[at] ?? Infinity;
  return found === level ? (slots[at] ?? 0) - slot : found - level;
}

function copy(from: Chunk, to: Chunk, [start, end]: readonly [number, number]): Chunk {
  to.levels.set(from.levels.subarray(start, end));
  to.slots.set(from.slots.subarray(start, end));
  to.size = end - start;
  return to;
}

/**
 * Numbers in order, each with its slot, in chunks of typed arrays: a search is two binary ones, an edit moves one chunk
 * at most. A level is a price as a double: a price of up to 15 digits is one exactly, and order is never turned round.
 */
export class LevelIndex {
  #chunks: Chunk[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(level: number, slot: number): void {
    const key = [level, slot] as const;
    let at = this.#chunkFor(key);
    if (at === this.#chunks.length) at = Math.max(0, at - 1);
    const chunk = this.#roomFor(at, key);
    const place = this.#placeIn(chunk, key);
    chunk.levels.copyWithin(place + 1, place, chunk.size);
    chunk.slots.copyWithin(place + 1, place, chunk.size);
    chunk.levels[place] = level;
    chunk.slots[place] = slot;
    chunk.size += 1;
    this.#size += 1;
  }

  remove(level: number, slot: number): void {
    const key = [level, slot] as const;
    const at = this.#chunkFor(key);
    const chunk = this.#chunks[at];
    if (!chunk) return;
    const place = this.#placeIn(chunk, key);
    if (place >= chunk.size || compare(chunk, place, key) !== 0) return;
    chunk.levels.copyWithin(place, place + 1, chunk.size);
    chunk.slots.copyWithin(place, place + 1, chunk.size);
    chunk.size -= 1;
    this.#size -= 1;
    if (chunk.size === 0) this.#chunks.splice(at, 1);
  }

  /** The least level above `price`, or Infinity. */
  above(price: number): number {
    return this.#after([price, Infinity]);
  }

  atLeast(price: number): number {
    return this.#after([price, -1]);
  }

  /** The greatest level under `price`, or -Infinity. */
  below(price: number): number {
    return this.#before([price, -1]);
  }

  atMost(price: number): number {
    return this.#before([price, Infinity]);
  }

  /** Slots with above < level <= to, lowest first. */
  over(above: number, to: number): number[] {
    return this.#collect([above, Infinity], (level) => level <= to);
  }

  /** Slots with from <= level < under, lowest first. */
  under(from: number, under: number): number[] {
    return this.#collect([from, -1], (level) => level < under);
  }

  #collect(from: readonly [number, number], wanted: (level: number) => boolean): number[] {
    const slots: number[] = [];
    const start = this.#seek(from);
    if (!start) return slots;
    let { place } = start;
    for (let at = start.at, chunk = this.#chunks[at]; chunk; at += 1, chunk = this.#chunks[at]) {
      for (; place < chunk.size; place += 1) {
        if (!wanted(chunk.levels[place] ?? Infinity)) return slots;
        slots.push(chunk.slots[place] ?? 0);
      }
      place = 0;
    }
    return slots;
  }

  #after(key: readonly [number, number]): number {
    const found = this.#seek(key);
    return found ? (found.chunk.levels[found.place] ?? Infinity) : Infinity;
  }

  #before(key: readonly [number, number]): number {
    const at = this.#chunkFor(key);
    const chunk = this.#chunks[at];
    const place = chunk ? this.#placeIn(chunk, key) : 0;
    if (chunk && place > 0) return chunk.levels[place - 1] ?? -Infinity;
    const previous = this.#chunks[at - 1];
    return previous ? (previous.levels[previous.size - 1] ?? -Infinity) : -Infinity;
  }

  /** The first entry at or after the key. */
  #seek(key: readonly [number, number]): { at: number; chunk: Chunk; place: number } | null {
    const at = this.#chunkFor(key);
    const chunk = this.#chunks[at];
    return chunk ? { at, chunk, place: this.#placeIn(chunk, key) } : null;
  }

  /** The first chunk whose last entry is not before the key. */
  #chunkFor(key: readonly [number, number]): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = this.#chunks[middle];
      if (chunk && compare(chunk, chunk.size - 1, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #placeIn(chunk: Chunk, key: readonly [number, number]): number {
    let low = 0;
    let high = chunk.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(chunk, middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The chunk at `at` with room for the key: grown, or split in two. */
  #roomFor(at: number, key: readonly [number, number]): Chunk {
    const chunk = this.#chunks[at];
    if (!chunk) {
      const first = newChunk(SMALL);
      this.#chunks.push(first);
      return first;
    }
    const { size } = chunk;
    if (size < chunk.levels.length) return chunk;
    if (size < FULL) {
      const grown = copy(chunk, newChunk(size * 2), [0, size]);
      this.#chunks[at] = grown;
      return grown;
    }
    const low = copy(chunk, newChunk(FULL), [0, FULL / 2]);
    const high = copy(chunk, newChunk(FULL), [FULL / 2, FULL]);
    this.#chunks.splice(at, 1, low, high);
    return compare(low, low.size - 1, key) < 0 ? high : low;
  }
}
