import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { seriesName } from '#contracts/rules/condition-text.ts';
import type { AlertTable } from '../levels/alert-table.ts';
import { LEAST, UNTIL, VOLUME, VOLUME_NUMBERS, VolumeBars } from './volume-bars.ts';

/** The volume series of one pair. The numbers that each trade needs of them lie side by side. */
export class PairVolumes {
  readonly #table: AlertTable;
  readonly #names = new Map<string, VolumeBars>();
  readonly #series: VolumeBars[] = [];
  readonly #shared = { numbers: new Float64Array(0) };

  constructor(table: AlertTable) {
    this.#table = table;
  }

  /** Before it nothing fires while less than `room` is traded, UTC epoch ms. */
  get until(): number {
    const { numbers } = this.#shared;
    let until = Infinity;
    for (let at = 0; at < numbers.length; at += VOLUME_NUMBERS) until = Math.min(until, numbers[at + UNTIL] ?? 0);
    return until;
  }

  get room(): number {
    const { numbers } = this.#shared;
    let room = Infinity;
    for (let at = 0; at < numbers.length; at += VOLUME_NUMBERS)
      room = Math.min(room, (numbers[at + LEAST] ?? 0) - (numbers[at + VOLUME] ?? 0));
    return room;
  }

  all(): readonly VolumeBars[] {
    return this.#series;
  }

  has(condition: ConditionOf<'volume'>): boolean {
    return this.#names.has(seriesName(condition));
  }

  open(condition: ConditionOf<'volume'>): VolumeBars {
    const name = seriesName(condition);
    const found = this.#names.get(name);
    if (found) return found;
    const at = this.#shared.numbers.length;
    const numbers = new Float64Array(at + VOLUME_NUMBERS);
    numbers.set(this.#shared.numbers);
    this.#shared.numbers = numbers;
    const opened = new VolumeBars(condition, this.#table, { shared: this.#shared, at });
    this.#names.set(name, opened);
    this.#series.push(opened);
    return opened;
  }

  /** The slots that fire at a trade of this quantity. */
  take(time: number, quantity: number): number[] {
    const { numbers } = this.#shared;
    const fired: number[] = [];
    for (let place = 0, at = 0; at < numbers.length; place += 1, at += VOLUME_NUMBERS) {
      const volume = (numbers[at + VOLUME] ?? 0) + quantity;
      if (volume < (numbers[at + LEAST] ?? 0) && time < (numbers[at + UNTIL] ?? 0)) {
        numbers[at + VOLUME] = volume;
        continue;
      }
      fired.push(...(this.#series[place]?.take(time, quantity) ?? []));
    }
    return fired;
  }

  /** What was traded within the room. */
  pass(quantity: number): void {
    const { numbers } = this.#shared;
    for (let at = VOLUME; at < numbers.length; at += VOLUME_NUMBERS) numbers[at] = (numbers[at] ?? 0) + quantity;
  }
}
