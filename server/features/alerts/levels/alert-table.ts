import type { AlertType, Informing } from '#contracts/alerts.ts';
import { SlotMap } from './slot-map.ts';

/** An active alert, as the engine holds it. */
export interface Armed {
  /** The row's number. */
  num: number;
  /** By `orderOf`. */
  level: number;
  type: AlertType;
  informing: Informing;
  /** The arming that a firing uses up. */
  seq: number;
}

export const AWAITING = 0;
export const ARMED = 1;
export const COOLING = 2;
/** What an alert waits for: a baseline, a crossing, or that the price leaves its level. */
export type State = typeof AWAITING | typeof ARMED | typeof COOLING;

const TYPES: readonly AlertType[] = ['PRICE_REACHES', 'PRICE_RISES_ABOVE', 'PRICE_DROPS_BELOW'];
const TYPE = 0b11;
const ALWAYS = 0b100;
const STATE_SHIFT = 3;
const AGAIN = 0b100000;

const PAGE_BITS = 14;
const PAGE = 1 << PAGE_BITS;
const IN_PAGE = PAGE - 1;

interface Page {
  nums: Float64Array;
  levels: Float64Array;
  seqs: Int32Array;
  marks: Uint8Array;
}

const newPage = (): Page => ({
  nums: new Float64Array(PAGE),
  levels: new Float64Array(PAGE),
  seqs: new Int32Array(PAGE),
  marks: new Uint8Array(PAGE),
});

const markOf = ({ type, informing }: Pick<Armed, 'type' | 'informing'>): number =>
  TYPES.indexOf(type) | (informing === 'ALWAYS' ? ALWAYS : 0);

/** Every active alert of an engine in 21 bytes, by slot, and the way from a row's number to its slot in some ten more. */
export class AlertTable {
  readonly #pages: Page[] = [];
  readonly #free: number[] = [];
  readonly #slots = new SlotMap((slot) => this.numOf(slot));
  #used = 0;

  get size(): number {
    return this.#slots.size;
  }

  /** -1 when it is not here. */
  slotOf(num: number): number {
    return this.#slots.find(num);
  }

  add({ num, level, seq, ...kind }: Armed): number {
    const slot = this.#free.pop() ?? this.#used++;
    if (slot >> PAGE_BITS === this.#pages.length) this.#pages.push(newPage());
    const page = this.#page(slot);
    const at = slot & IN_PAGE;
    page.nums[at] = num;
    page.levels[at] = level;
    page.seqs[at] = seq;
    page.marks[at] = markOf(kind);
    this.#slots.add(num, slot);
    return slot;
  }

  remove(slot: number): void {
    this.#slots.remove(this.numOf(slot));
    this.#free.push(slot);
  }

  clear(): void {
    this.#pages.length = 0;
    this.#free.length = 0;
    this.#used = 0;
    this.#slots.clear();
  }

  numOf(slot: number): number {
    return this.#page(slot).nums[slot & IN_PAGE] ?? 0;
  }

  levelOf(slot: number): number {
    return this.#page(slot).levels[slot & IN_PAGE] ?? 0;
  }

  seqOf(slot: number): number {
    return this.#page(slot).seqs[slot & IN_PAGE] ?? 0;
  }

  /** The next arming. */
  advance(slot: number): void {
    const { seqs } = this.#page(slot);
    seqs[slot & IN_PAGE] = this.seqOf(slot) + 1;
  }

  typeOf(slot: number): AlertType {
    return TYPES[this.#mark(slot) & TYPE] ?? 'PRICE_REACHES';
  }

  isAlways(slot: number): boolean {
    return (this.#mark(slot) & ALWAYS) !== 0;
  }

  /** Once or always, from its next firing on. */
  setInforming(slot: number, informing: Informing): void {
    const mark = this.#mark(slot) & ~ALWAYS;
    this.#setMark(slot, informing === 'ALWAYS' ? mark | ALWAYS : mark);
  }

  stateOf(slot: number): State {
    return ((this.#mark(slot) >> STATE_SHIFT) & 0b11) as State;
  }

  /** `again`: it fired before, and its cooldown has not ended. */
  setState(slot: number, state: State, again = false): void {
    const mark = this.#mark(slot) & (TYPE | ALWAYS);
    this.#setMark(slot, mark | (state << STATE_SHIFT) | (again ? AGAIN : 0));
  }

  isAgain(slot: number): boolean {
    return (this.#mark(slot) & AGAIN) !== 0;
  }

  #mark(slot: number): number {
    return this.#page(slot).marks[slot & IN_PAGE] ?? 0;
  }

  #setMark(slot: number, mark: number): void {
    this.#page(slot).marks[slot & IN_PAGE] = mark;
  }

  #page(slot: number): Page {
    const page = this.#pages[slot >> PAGE_BITS];
    if (!page) throw new RangeError(`There is no slot ${slot}.`);
    return page;
  }
}
