import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#contracts/rules/time.ts';
import { newId } from '../../lib/id.ts';
import type { Bus } from '../bus/bus.ts';
import type { Allotment } from './allotment.ts';
import { type Announcement, budgetSubject } from './announcements.ts';
import { Members } from './members.ts';
import { SharedOrigin } from './shared-origin.ts';

interface Options {
  bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap' | 'isConnected'>;
  /** Processes with the same outgoing address have one budget. */
  address: string | undefined;
  /** Ms between announcements. */
  roundMs?: number;
}

/**
 * One budget for all processes with the same outgoing address. Each announces what it uses, and computes its share of
 * each exchange's limit from what all announced. While the bus is away shares stay as they are.
 */
export class AddressBudget {
  readonly #id = newId();
  readonly #bus: Options['bus'];
  readonly #subject: string;
  readonly #roundMs: number;
  readonly #members = new Members();
  readonly #origins = new Map<string, SharedOrigin>();
  readonly #firstRound = Promise.withResolvers<void>();
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor({ bus, address, roundMs = SECOND }: Options) {
    this.#bus = bus;
    this.#subject = budgetSubject(address);
    this.#roundMs = roundMs;
    this.#unsubscribe = bus.subscribe(this.#subject, (body) => this.#receive(body as Announcement));
    bus.onGap(() => this.#introduce());
  }

  /** An origin's limit, as this process may use it. */
  allot = (origin: string, use: () => number): Allotment => {
    const shared = new SharedOrigin(use);
    this.#origins.set(origin, shared);
    this.#introduce();
    return {
      share: () => shared.share(),
      othersUse: (withinMs) => this.#members.useOf(origin, withinMs),
      pausedFor: () => shared.pausedFor(),
      pause: (ms) => {
        const silence = shared.pause(ms);
        if (silence) this.#publish({ kind: 'silence', id: this.#id, origin, silence });
      },
    };
  };

  /** After a round, when the others have answered and this process has its share; after two in any case. */
  async introduced(): Promise<void> {
    const patience = new AbortController();
    const waiting = sleep(2 * this.#roundMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([this.#firstRound.promise, waiting]);
    patience.abort();
  }

  /** The others take over this process's share. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    this.#publish({ kind: 'leave', id: this.#id });
  }

  #publish(announcement: Announcement): void {
    this.#bus.publish(this.#subject, announcement);
  }

  /** Asks who else is there; from now on a whole round passes before a share grows. */
  #introduce(): void {
    if (this.#stopped) return;
    this.#announce({ asksOthers: true });
    this.#nextRound();
  }

  #nextRound(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#endRound(), this.#roundMs);
  }

  async #endRound(): Promise<void> {
    const ended = this.#timer;
    const isConnected = await this.#bus.isConnected();
    // Another round has begun meanwhile, or none will.
    if (this.#stopped || this.#timer !== ended) return;
    if (isConnected) {
      for (const origin of this.#origins.values()) origin.endRound();
      this.#members.endRound();
      this.#announce({ asksOthers: false });
      for (const origin of this.#origins.values()) origin.beginRound();
      this.#firstRound.resolve();
    }
    this.#nextRound();
  }

  #announce({ asksOthers }: { asksOthers: boolean }): void {
    const origins = Object.fromEntries([...this.#origins].map(([name, origin]) => [name, origin.report()]));
    this.#publish({ kind: 'use', id: this.#id, asksOthers, origins });
    this.#divide();
  }

  #divide(): void {
    for (const [name, origin] of this.#origins) origin.divide(this.#id, this.#members.usesOf(name));
  }

  #receive(announcement: Announcement): void {
    if (announcement.id === this.#id) return;
    if (announcement.kind === 'silence') {
      this.#origins.get(announcement.origin)?.receiveSilence(announcement.silence);
      return;
    }
    if (announcement.kind === 'leave') this.#members.remove(announcement.id);
    else this.#receiveUse(announcement);
    this.#divide();
  }

  #receiveUse({ id, asksOthers, origins }: Announcement & { kind: 'use' }): void {
    this.#members.record(id, origins);
    for (const [name, { silence }] of Object.entries(origins)) {
      if (silence) this.#origins.get(name)?.receiveSilence(silence);
    }
    if (asksOthers) this.#announce({ asksOthers: false });
  }
}
