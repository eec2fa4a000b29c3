import { type Extremes, WindowExtremes } from './window-extremes.ts';

export type MoveDirection = 'up' | 'down';

/** Percent from the lowest price of the window up to the last one, or from the highest down to it. */
export function moveOf({ lowest, highest }: Extremes, price: number, direction: MoveDirection): number {
  return direction === 'up' ? (price / lowest - 1) * 100 : (1 - price / highest) * 100;
}

export interface MoveSettings {
  direction: MoveDirection;
  percent: number;
  /** Ms. */
  window: number;
  /** Ms that it rests after a firing. */
  cooldown: number;
}

/** `waiting`: the move has to become smaller before the next firing. */
export type MoveState = 'armed' | 'resting' | 'waiting';

/** K-3: percentage points by which a move must have become smaller before it can fire again. */
const RETREAT = 0.1;

/** The move under which one of so many percent is armed again; half of it where a tenth of a point would leave nothing. */
export const rearmsUnder = (percent: number): number => percent - Math.min(RETREAT, percent / 2);

/**
 * K-2, K-3: one alert on a move of so many percent within a window. It fires when the move reaches the percentage, rests,
 * and is armed again as soon as the move is smaller by a tenth of a point: judged first at the moment when the rest ends.
 */
export class PercentMove {
  readonly #settings: MoveSettings;
  readonly #extremes: WindowExtremes;
  #state: MoveState;
  #restsUntil = 0;

  /** `state` is what it was stored as; an alert that has just been set takes its side from the first trade. */
  constructor(settings: MoveSettings, state: MoveState = 'waiting') {
    this.#settings = settings;
    this.#extremes = new WindowExtremes(settings.window);
    this.#state = state;
  }

  get state(): MoveState {
    return this.#state;
  }

  #move(time: number): number | null {
    const { price } = this.#extremes;
    const extremes = this.#extremes.at(time);
    return price === null || !extremes ? null : moveOf(extremes, price, this.#settings.direction);
  }

  #rearm(move: number | null): void {
    if (move !== null && move < rearmsUnder(this.#settings.percent)) this.#state = 'armed';
  }

  #endRest(time: number): void {
    if (this.#state !== 'resting' || time < this.#restsUntil) return;
    this.#state = 'waiting';
    this.#rearm(this.#move(this.#restsUntil));
  }

  /** Takes in a trade; true when it fires. */
  add(time: number, price: number): boolean {
    this.#endRest(time);
    this.#extremes.add(time, price);
    const move = this.#move(time);
    if (this.#state === 'waiting') this.#rearm(move);
    if (this.#state !== 'armed' || move === null || move < this.#settings.percent) return false;
    this.#state = 'resting';
    this.#restsUntil = time + this.#settings.cooldown;
    return true;
  }
}
