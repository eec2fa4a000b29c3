const FIRST = 16;
/** Fibonacci hashing: neighbouring numbers are spread over the whole table. */
const SPREAD = 0x9e3779b1;

/** From a number to the slot that holds it: the slots alone are kept, open addressed, at most seven tenths full. */
export class SlotMap {
  readonly #numOf: (slot: number) => number;
  /** A slot plus one; 0 is empty. */
  #places = new Uint32Array(FIRST);
  #shift = 32 - Math.log2(FIRST);
  #size = 0;

  constructor(numOf: (slot: number) => number) {
    this.#numOf = numOf;
  }

  get size(): number {
    return this.#size;
  }

  /** -1 when it is not here. */
  find(num: number): number {
    return (this.#places[this.#placeOf(num)] ?? 0) - 1;
  }

  /** `num` must not be here yet, and must be what the slot holds. */
  add(num: number, slot: number): void {
    if (this.#size * 10 >= this.#places.length * 7) this.#grow();
    this.#places[this.#placeOf(num)] = slot + 1;
    this.#size += 1;
  }

  /** While its slot still holds it. */
  remove(num: number): void {
    let hole = this.#placeOf(num);
    if (!this.#places[hole]) return;
    this.#size -= 1;
    const mask = this.#places.length - 1;
    // What was pushed past the hole moves back, so that no search ends early.
    for (let at = (hole + 1) & mask; this.#places[at]; at = (at + 1) & mask) {
      const home = this.#home(this.#numOf((this.#places[at] ?? 0) - 1));
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      this.#places[hole] = this.#places[at] ?? 0;
      hole = at;
    }
    this.#places[hole] = 0;
  }

  clear(): void {
    this.#places = new Uint32Array(FIRST);
    this.#shift = 32 - Math.log2(FIRST);
    this.#size = 0;
  }

  #home(num: number): number {
    return Math.imul(num ^ (num / 0x1_0000_0000), SPREAD) >>> this.#shift;
  }

  /** Where it is, or where it would be. */
  #placeOf(num: number): number {
    const mask = this.#places.length - 1;
    let at = this.#home(num);
    for (let held = this.#places[at]; held && this.#numOf(held - 1) !== num; held = this.#places[at])
      at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const old = this.#places;
    this.#places = new Uint32Array(old.length * 2);
    this.#shift -= 1;
    for (const held of old) if (held) this.#places[this.#placeOf(this.#numOf(held - 1))] = held;
  }
}
