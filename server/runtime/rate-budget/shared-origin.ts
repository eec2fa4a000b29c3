import { newId } from '../../lib/id.ts';
import { createSilence } from './allotment.ts';
import type { OriginReport, Silence } from './announcements.ts';
import { shares } from './shares.ts';

/** What a process may use before it knows the others. */
const STARTING_SHARE = 0.1;

/** An exchange address that this process uses together with others. */
export class SharedOrigin {
  readonly #use: () => number;
  readonly #silence = createSilence();
  #silenceId = '';
  #announcedUse = 0;
  #ceiling = STARTING_SHARE;
  #part = STARTING_SHARE;
  #lowestPart = Number.POSITIVE_INFINITY;

  constructor(use: () => number) {
    this.#use = use;
  }

  /** Falls at once, and grows when the reason for it is a round old: the others have given way by then. */
  share(): number {
    return Math.min(this.#lowestPart, this.#ceiling);
  }

  pausedFor(): number {
    return this.#silence.left();
  }

  /** What the others are to receive, or null when this silence is no longer than the one that is kept. */
  pause(ms: number): Silence | null {
    if (!this.#silence.extend(ms)) return null;
    this.#silenceId = newId();
    return { id: this.#silenceId, ms };
  }

  receiveSilence({ id, ms }: Silence): void {
    if (id !== this.#silenceId && this.#silence.extend(ms)) this.#silenceId = id;
  }

  /** What is announced now, which the next share is divided by. */
  report(): OriginReport {
    this.#announcedUse = this.#use();
    const ms = this.#silence.left();
    return { use: this.#announcedUse, silence: ms > 0 ? { id: this.#silenceId, ms } : null };
  }

  /** Among those who use this origin too. */
  divide(id: string, others: ReadonlyMap<string, number>): void {
    this.#part = shares(new Map([...others, [id, this.#announcedUse]])).get(id) ?? STARTING_SHARE;
    this.#lowestPart = Math.min(this.#lowestPart, this.#part);
  }

  /** After a round in which the others could be reached. */
  endRound(): void {
    this.#ceiling = this.#lowestPart;
  }

  /** What is announced at its beginning the others know at its end. */
  beginRound(): void {
    this.#lowestPart = this.#part;
  }
}
