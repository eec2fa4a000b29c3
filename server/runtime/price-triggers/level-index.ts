const FULL = 512;
const SMALL = 8;
const LEVEL_BYTES = Float64Array.BYTES_PER_ELEMENT;
const SLOT_BYTES = Uint32Array.BYTES_PER_ELEMENT;

class Chunk {
  readonly levels: Float64Array;
  readonly slots: Uint32Array;
  size = 0;

  constructor(capacity: number) {
    // A small array lies within its object; of larger ones two in one buffer take less.
    const buffer = capacity > SMALL ? new ArrayBuffer(capacity * (LEVEL_BYTES + SLOT_BYTES)) : null;
    this.levels = buffer ? new Float64Array(buffer, 0, capacity) : new Float64Array(capacity);
    this.slots = buffer ? new Uint32Array(buffer, capacity * LEVEL_BYTES, capacity) : new Uint32Array(capacity);
  }

  isBefore(at: number, level: number, slot: number): boolean {
    const found = this.levels[at] ?? Infinity;
    return found < level || (found === level && (this.slots[at] ?? 0) < slot);
  }

  /** Of the first entry that is not before (level, slot). */
  placeOf(level: number, slot: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBefore(middle, level, slot)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  holds(at: number, level: number, slot: number): boolean {
    return at < this.size && this.levels[at] === level && this.slots[at] === slot;
  }

  insert(at: number, level: number, slot: number): void {
    this.levels.copyWithin(at + 1, at, this.size);
    this.slots.copyWithin(at + 1, at, this.size);
    this.levels[at] = level;
    this.slots[at] = slot;
    this.size += 1;
  }

  delete(at: number): void {
    this.levels.copyWithin(at, at + 1, this.size);
    this.slots.copyWithin(at, at + 1, this.size);
    this.size -= 1;
  }
}

/** Most indexes of an engine hold nothing: they share it. */
const EMPTY: Chunk[] = [];

function copy(from: Chunk, to: Chunk, [start, end]: readonly [number, number]): Chunk {
  to.levels.set(from.levels.subarray(start, end));
  to.slots.set(from.slots.subarray(start, end));
  to.size = end - start;
  return to;
}

interface Place {
  at: number;
  chunk: Chunk;
  place: number;
}

/**
 * Numbers in order, each with its slot, in chunks of typed arrays: a search is two binary ones, an edit moves one chunk
 * at most. A level is a price as a double: a price of up to 15 digits is one exactly, and order is never turned round.
 */
export class LevelIndex {
  #chunks = EMPTY;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(level: number, slot: number): void {
    let at = this.#chunkFor(level, slot);
    if (at === this.#chunks.length) at = Math.max(0, at - 1);
    const chunk = this.#roomFor(at, level, slot);
    chunk.insert(chunk.placeOf(level, slot), level, slot);
    this.#size += 1;
  }

  /** False when it is not here. */
  remove(level: number, slot: number): boolean {
    const at = this.#chunkFor(level, slot);
    const chunk = this.#chunks[at];
    const place = chunk?.placeOf(level, slot) ?? 0;
    if (!chunk?.holds(place, level, slot)) return false;
    chunk.delete(place);
    this.#size -= 1;
    if (chunk.size === 0) this.#chunks.splice(at, 1);
    return true;
  }

  /** The slots of all, lowest level first. */
  all(): number[] {
    return this.#collect(this.#seek(-Infinity, -1), () => true);
  }

  /** The least level above `price`, or Infinity. */
  above(price: number): number {
    return this.#after(price, Infinity);
  }

  atLeast(price: number): number {
    return this.#after(price, -1);
  }

  /** The greatest level under `price`, or -Infinity. */
  below(price: number): number {
    return this.#before(price, -1);
  }

  atMost(price: number): number {
    return this.#before(price, Infinity);
  }

  /** Slots with above < level <= to, lowest first. */
  over(above: number, to: number): number[] {
    return this.#collect(this.#seek(above, Infinity), (level) => level <= to);
  }

  /** Slots with from <= level <= to, lowest first. */
  within(from: number, to: number): number[] {
    return this.#collect(this.#seek(from, -1), (level) => level <= to);
  }

  /** Slots with from <= level < under, lowest first. */
  under(from: number, under: number): number[] {
    return this.#collect(this.#seek(from, -1), (level) => level < under);
  }

  #collect(start: Place | null, wanted: (level: number) => boolean): number[] {
    const slots: number[] = [];
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

  #after(level: number, slot: number): number {
    const found = this.#seek(level, slot);
    return found ? (found.chunk.levels[found.place] ?? Infinity) : Infinity;
  }

  #before(level: number, slot: number): number {
    const at = this.#chunkFor(level, slot);
    const chunk = this.#chunks[at];
    const place = chunk?.placeOf(level, slot) ?? 0;
    if (chunk && place > 0) return chunk.levels[place - 1] ?? -Infinity;
    const previous = this.#chunks[at - 1];
    return previous ? (previous.levels[previous.size - 1] ?? -Infinity) : -Infinity;
  }

  /** The first entry at or after (level, slot). */
  #seek(level: number, slot: number): Place | null {
    const at = this.#chunkFor(level, slot);
    const chunk = this.#chunks[at];
    return chunk ? { at, chunk, place: chunk.placeOf(level, slot) } : null;
  }

  /** The first chunk whose last entry is not before (level, slot). */
  #chunkFor(level: number, slot: number): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = this.#chunks[middle];
      if (chunk?.isBefore(chunk.size - 1, level, slot)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The chunk at `at` with room for the key: grown, or split in two. */
  #roomFor(at: number, level: number, slot: number): Chunk {
    const chunk = this.#chunks[at];
    if (!chunk) {
      const first = new Chunk(SMALL);
      this.#chunks = [first];
      return first;
    }
    const { size } = chunk;
    if (size < chunk.levels.length) return chunk;
    if (size < FULL) {
      const grown = copy(chunk, new Chunk(size * 2), [0, size]);
      this.#chunks[at] = grown;
      return grown;
    }
    const low = copy(chunk, new Chunk(FULL), [0, FULL / 2]);
    const high = copy(chunk, new Chunk(FULL), [FULL / 2, FULL]);
    this.#chunks.splice(at, 1, low, high);
    return low.isBefore(low.size - 1, level, slot) ? high : low;
  }
}
