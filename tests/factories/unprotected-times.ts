import type { Row } from './xrp-deals.ts';

const SAFE = new Set(['exchange', 'server', 'none']);

/** The longest time that one position held coins without its protection. */
export interface Longest {
  blockId: string;
  ms: number;
  /** What its row said meanwhile, when it changed: UTC epoch ms and the words. */
  said: readonly string[];
}

interface Open {
  since: number;
  said: string[];
}

/** How long each position of a person held coins without the protection it was to have, by looks at its rows. */
export class UnprotectedTimes {
  readonly #open = new Map<string, Open>();
  longest: Longest | null = null;

  /** One look at all rows at `now`, in ms of performance.now(). */
  note(rows: readonly Row[], now: number): void {
    const open = rows.filter((row) => Number(row['firstFilledQuantity']) > 0 && this.#isMissing(row));
    const seen = new Set(open.map(({ blockId }) => String(blockId)));
    for (const id of this.#open.keys()) if (!seen.has(id)) this.#open.delete(id);
    for (const row of open) this.#noteOne(row, now);
  }

  /** What was changed by hand waits for its owner, who was asked. While it is not known, nothing begins and nothing ends. */
  #isMissing({ blockId, protection, interference }: Row): boolean {
    if (interference !== null) return false;
    return protection === 'unknown' ? this.#open.has(String(blockId)) : !SAFE.has(String(protection));
  }

  #noteOne(row: Row, now: number): void {
    const blockId = String(row['blockId']);
    const one = this.#open.get(blockId) ?? { since: now, said: [] };
    this.#open.set(blockId, one);
    const says = `${String(row['status'])}, ${String(row['protection'])}: ${String(row['protectionReason'])}`;
    if (!one.said.at(-1)?.endsWith(says)) one.said.push(`${Date.now()} ${says}`);
    const ms = now - one.since;
    if (ms >= (this.longest?.ms ?? 0)) this.longest = { blockId, ms, said: one.said };
  }
}
