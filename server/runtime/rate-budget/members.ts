import type { OriginReport } from './announcements.ts';

/** Rounds without an announcement after which a process is taken for ended. */
const SILENT_ROUNDS = 5;

interface Member {
  uses: ReadonlyMap<string, number>;
  /** By performance.now(). */
  at: number;
  missedRounds: number;
}

/** The other processes, by what each announced last. */
export class Members {
  readonly #members = new Map<string, Member>();

  record(id: string, origins: Record<string, OriginReport>): void {
    const uses = new Map(Object.entries(origins).map(([origin, { use }]) => [origin, use]));
    this.#members.set(id, { uses, at: performance.now(), missedRounds: 0 });
  }

  remove(id: string): void {
    this.#members.delete(id);
  }

  /** Ends a round in which the bus worked. */
  endRound(): void {
    for (const [id, member] of this.#members) {
      member.missedRounds += 1;
      if (member.missedRounds > SILENT_ROUNDS) this.#members.delete(id);
    }
  }

  /** Of the processes that use an origin. */
  usesOf(origin: string): Map<string, number> {
    const uses = new Map<string, number>();
    for (const [id, member] of this.#members) {
      const use = member.uses.get(origin);
      if (use !== undefined) uses.set(id, use);
    }
    return uses;
  }

  useOf(origin: string, withinMs: number): number {
    const since = performance.now() - withinMs;
    let sum = 0;
    for (const { uses, at } of this.#members.values()) if (at > since) sum += uses.get(origin) ?? 0;
    return sum;
  }
}
