import type { Market } from '#contracts/symbol.ts';
import {
  type AwaitedPrice,
  namedPrices,
  resultPrices,
  type RunValue,
} from '../../../domain/strategies/rounds/stop-conditions.ts';
import { PriceWatch, type Reached, type WatchedPair } from '../../../runtime/price-triggers/price-watch.ts';
import { watermarksStore } from '../../../runtime/price-triggers/watermarks.store.ts';
import type { BotDeps } from '../deps.ts';
import { stopOfRun } from '../runs/stored-plan.ts';
import { conditionsOf } from '../runs/run-conditions.ts';
import type { RunRef, RunRow, StoredRun } from '../runs/runs.store.ts';

/** States in which stop conditions are watched. */
export const isStoppable = ({ state }: Pick<RunRow, 'state'>): boolean =>
  ['starting', 'running', 'paused', 'attention'].includes(state);

type Waiting = Pick<StoredRun, 'run' | 'bot'>;

/** What a run names itself: where it stops, or the price at which it starts. */
function namedOf(of: Waiting): AwaitedPrice[] {
  const { run, bot } = of;
  if (isStoppable(run)) return namedPrices(conditionsOf(stopOfRun(of)));
  return run.state === 'waiting' && bot.startAt && run.startAbove !== null
    ? [{ price: bot.startAt, above: run.startAbove }]
    : [];
}

const watchOf = (
  { id: runId, userId, market, symbol }: RunRow,
  of: { id: string; since: number; prices: readonly AwaitedPrice[] },
): WatchedPair<RunRef> => ({
  ref: { userId, runId },
  id: of.id,
  market: market as Market,
  symbol,
  since: of.since,
  levels: of.prices.map((price) => ({ ...price, late: 'seen' })),
});

const namedWatch = (of: Waiting): WatchedPair<RunRef> =>
  watchOf(of.run, {
    id: of.run.id,
    since: of.run.watchedSince,
    prices: namedOf(of),
  });

const resultId = (runId: string): string => `${runId} result`;
const breakId = (runId: string): string => `${runId} break`;

/** the prices that this process watches for runs, on every trade. */
export class RunWatch {
  readonly #prices: PriceWatch<RunRef>;
  /** Since when each counts: a run that goes on counts anew. */
  readonly #since = new Map<string, number>();

  constructor(
    { clock, log, markets, db }: Pick<BotDeps, 'clock' | 'log' | 'markets' | 'db'>,
    schedule: (ref: RunRef) => void,
  ) {
    this.#prices = new PriceWatch({ clock, log, markets, watermarks: watermarksStore(db, 'bots'), schedule });
  }

  async start(runs: readonly Waiting[]): Promise<void> {
    const known = runs.map(namedWatch).filter(({ levels }) => levels.length > 0);
    for (const { id, since } of known) this.#since.set(id, since);
    await this.#prices.start(known);
  }

  stop(): Promise<void> {
    return this.#prices.stop();
  }

  /** Runs whose people another process has worked for until now; of others nothing is watched any more. */
  async takeOver(runs: readonly Waiting[], isOwn: (userId: string) => boolean): Promise<void> {
    this.#prices.dropPeople((userId) => !isOwn(userId));
    await this.#prices.takeOver(runs.map(namedWatch).filter(({ levels }) => levels.length > 0));
  }

  /** What was traded at its prices since this was asked last. */
  take(runId: string): Reached | null {
    const result = this.#prices.take(resultId(runId));
    if (result) this.#prices.giveBack(runId, result);
    return this.#prices.take(runId);
  }

  /** What it waits for now; `now` is when its value was read. */
  look(stored: StoredRun, value: RunValue, now: number): void {
    const { run } = stored;
    this.#watch(namedWatch(stored));
    const prices = isStoppable(run) ? resultPrices(conditionsOf(stopOfRun(stored)), value) : [];
    const id = resultId(run.id);
    // Its trades have moved these prices: they count from now on.
    if (prices.length === 0) this.#prices.forget(id);
    else this.#prices.watch(watchOf(run, { id, since: now, prices }));
  }

  /** T-9, T-5: what was traded beyond its borders or its next line since this was asked last. */
  takeBreaks(runId: string): Reached['traded'] {
    return this.#prices.take(breakId(runId))?.seen ?? null;
  }

  lookForBreaks(run: RunRow, prices: readonly AwaitedPrice[], now: number): void {
    this.#prices.watch(watchOf(run, { id: breakId(run.id), since: now, prices }));
  }

  forget(runId: string): void {
    this.#prices.forget(runId);
    this.#prices.forget(resultId(runId));
    this.#prices.forget(breakId(runId));
    this.#since.delete(runId);
  }

  #watch(watch: WatchedPair<RunRef>): void {
    const isAnew = this.#since.has(watch.id) && this.#since.get(watch.id) !== watch.since;
    if (watch.levels.length === 0 || isAnew) this.#prices.forget(watch.id);
    this.#since.set(watch.id, watch.since);
    if (watch.levels.length > 0) this.#prices.watch(watch);
  }
}
