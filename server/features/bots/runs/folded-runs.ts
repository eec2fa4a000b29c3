import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { GridRules } from '../../../domain/strategies/rounds/level.ts';
import type { RunFold } from '../../../domain/strategies/rounds/run-facts.ts';
import { foldRun, turnOf } from '../../../domain/strategies/rounds/run-fold.ts';
import type { Db } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { factsOf } from './run-facts.ts';
import { foldedRunsStore } from './folded-runs.store.ts';
import type { OrderRow, RunRef, RunRow, StoredRun } from './runs.store.ts';

/** Besides two orders of each level, so many are read anew before they are folded. */
const READ_ANEW = 16;

type Rules = Omit<GridRules, 'fee'>;

interface Kept extends Rules {
  fold: RunFold;
}

const isSame = (one: Rules, other: Rules): boolean =>
  one.step.eq(other.step) &&
  one.tick.eq(other.tick) &&
  one.minQuantity.eq(other.minQuantity) &&
  one.minNotional.eq(other.minNotional);

/**
 * Runs as the engine that owns them reads them: without the orders of legs that are over, so that a fill costs the same
 * however old its run is. What they came to is kept in memory; an engine that takes a run over reads all of it once.
 */
export class FoldedRuns {
  readonly #store: ReturnType<typeof foldedRunsStore>;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  /** How many reports there were of each run's orders, and how many when it was read. */
  readonly #reports = new Map<string, number>();
  readonly #reads = new WeakMap<StoredRun, number>();

  constructor(db: Db, clock: Clock) {
    this.#store = foldedRunsStore(db);
    this.#clock = clock;
  }

  async find(ref: RunRef): Promise<StoredRun | null> {
    const reports = this.#reportsOf(ref.runId);
    const found = await this.#store.find(ref, this.#foldOf(ref.runId));
    if (found) this.#reads.set(found, reports);
    return found;
  }

  /** The main key's first. */
  async ofBot(userId: string, botId: string): Promise<StoredRun[]> {
    const runIds = await this.#store.idsOf(userId, botId);
    const found = await Promise.all(runIds.map((runId) => this.find({ userId, runId })));
    return found.filter((run) => run !== null);
  }

  /** Folded by today's rules: under other rules an earlier leg may count as done, or not. */
  note(stored: StoredRun, pair: ExchangePair): void {
    const { run, levels, orders } = stored;
    const { tick, step, minQuantity, minNotional } = pair;
    const rules = { tick, step, minQuantity, minNotional };
    const kept = this.#kept.get(run.id);
    if (kept && !isSame(kept, rules)) this.#kept.delete(run.id);
    if (run.begunAt === null || orders.length < levels.length * 2 + READ_ANEW) return;
    // Something was reported while it was read: an order may be known here as it was before.
    if (this.#reads.get(stored) !== this.#reportsOf(run.id) || this.#foldOf(run.id) !== stored.folded) return;
    const fold = foldRun(factsOf(stored, pair), { rules: { ...rules, fee: run.fee }, now: this.#clock() });
    this.#kept.set(run.id, { ...rules, fold });
  }

  /** Something new was reported of an order of it; one that was folded is read again. */
  changed({ runId, level, turn }: Pick<OrderRow, 'runId' | 'level' | 'turn'>): void {
    this.#reports.set(runId, this.#reportsOf(runId) + 1);
    if (level > 0 && turn < turnOf(this.#foldOf(runId), level)) this.#kept.delete(runId);
  }

  /** It is over. */
  forget(runId: string): void {
    this.#kept.delete(runId);
    this.#reports.delete(runId);
  }

  /** Another process may have worked on them. */
  forgetAll(): void {
    this.#kept.clear();
  }

  row(ref: RunRef): Promise<RunRow | null> {
    return this.#store.row(ref);
  }

  #reportsOf(runId: string): number {
    return this.#reports.get(runId) ?? 0;
  }

  #foldOf(runId: string): RunFold | null {
    return this.#kept.get(runId)?.fold ?? null;
  }
}
