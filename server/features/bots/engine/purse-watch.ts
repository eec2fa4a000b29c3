import { setTimeout as sleep } from 'node:timers/promises';
import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import type { AccountEvent, Balance } from '../../../exchanges/exchange.ts';
import { UnderWay } from '../../../lib/under-way.ts';
import { knownFree } from '../../orders/index.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { BotDeps } from '../deps.ts';
import type { KeptAsset } from '../runs/kept-of-run.ts';
import { inBoth, isWorthAsking, type KeyOf, missingOfKey, type RunMissing } from '../runs/missing-of-key.ts';
import type { RunRef, RunRow } from '../runs/runs.store.ts';
import type { ShortRuns } from './short-runs.ts';

/** Reports of our own orders may come after the balance that they changed: ms until the two are compared. */
const SETTLES_IN = SECOND;
/** An amount counts as missing only if it still is after so many ms, with every order of the runs looked up in between. */
const CONFIRMED_AFTER = 2 * SECOND;
const COMPARED_WITHIN = 20 * SECOND;
const POLL = 250;
/** Keys whose balances one sweep reads; the others follow in the next. */
const READ_AT_ONCE = 40;
/** Of keys that are new here: the first sweep, and the shortest time from one to the next. */
const FIRST_SWEEP = 2 * SECOND;
const BETWEEN_SWEEPS = 15 * SECOND;
/** How long a run that goes on or ends waits for the exchange's word, ms. */
const WAITS_FOR = 15 * SECOND;

/** A run that goes on after a pause, and one that ends. */
const LOOKED_AT = new Set<RunRow['state']>(['running', 'stopping']);

interface PurseDeps extends Pick<BotDeps, 'db' | 'clock' | 'log' | 'keys' | 'markets'> {
  short: ShortRuns;
  /** Its orders are compared with the exchange anew. */
  recompare: (ref: RunRef) => void;
  isCompared: (runId: string) => boolean;
  schedule: (ref: RunRef) => void;
}

/** A run as of its last pass. */
interface NotedRun {
  kept: readonly KeptAsset[];
  engine: RunRow['engine'];
  state: RunRow['state'];
  stateSince: number;
}

interface Noted extends KeyOf {
  runs: Map<string, NotedRun>;
  /** UTC epoch ms. */
  readAt: number;
  /** Next look at a missing amount that its owner cannot be asked about now, UTC epoch ms. */
  quietUntil: number;
}

/** C-5, C-18: compares what belongs to runs with what their keys have free, by the keys' streams, and each minute. */
export class PurseWatch {
  readonly #deps: PurseDeps;
  readonly #free = knownFree();
  readonly #keys = new Map<string, Noted>();
  /** Start of the state in which each run was last seen. */
  readonly #looked = new Map<string, number>();
  readonly #planned = new Map<string, NodeJS.Timeout>();
  readonly #checking = new Set<string>();
  readonly #working = new UnderWay();
  readonly #stopping = new AbortController();
  readonly #startedAt: number;
  #soon: NodeJS.Timeout | null = null;
  #sweptAt = 0;

  constructor(deps: PurseDeps) {
    this.#deps = deps;
    this.#startedAt = deps.clock();
  }

  /** What a run keeps now, at each of its passes. */
  note(of: KeyOf, run: RunRow, kept: readonly KeptAsset[]): void {
    const { keyId } = of.key;
    if (!this.#keys.has(keyId)) this.#sweepSoon();
    const noted = this.#keys.get(keyId) ?? { ...of, runs: new Map(), readAt: 0, quietUntil: 0 };
    const { engine, state, stateSince } = run;
    const before = noted.runs.get(run.id);
    // What it needs rests already.
    if (before?.state === 'starting' && state === 'running') this.#looked.set(run.id, stateSince);
    if (before?.stateSince !== stateSince) noted.quietUntil = 0;
    // What is missing of one that ends is to leave its books: it is looked for whatever its owner knows.
    const asked = state === 'stopping' ? kept.map((each) => Object.assign({}, each, { missing: ZERO })) : kept;
    noted.runs.set(run.id, { kept: asked, engine, state, stateSince });
    this.#keys.set(keyId, noted);
    if (this.#isShort(noted) === true && this.#deps.clock() >= noted.quietUntil) this.#plan(noted);
  }

  forget(runId: string): void {
    this.#looked.delete(runId);
    for (const [keyId, { runs }] of this.#keys) {
      runs.delete(runId);
      if (runs.size === 0) this.#keys.delete(keyId);
    }
  }

  /** What a key has free of an asset, by its stream; null while not known. */
  freeOf(keyId: string, asset: string): Big | null {
    return this.#free.of(keyId, asset);
  }

  receive({ keyId }: OpenKey, event: AccountEvent): void {
    if (event.kind === 'order') return;
    this.#free.receive(keyId, event);
    const noted = this.#keys.get(keyId);
    if (!noted) return;
    if (event.kind === 'gap') noted.readAt = 0;
    // The exchange does not always say how much is left.
    else if (event.balances.length === 0 || this.#isShort(noted) === true) this.#plan(noted);
  }

  /** Before a run that goes on places anything, and before one that ends trades: true while that is not known yet. */
  holds(run: RunRow): boolean {
    const noted = this.#keys.get(run.keyId);
    const isNew = run.stateSince >= this.#startedAt && this.#looked.get(run.id) !== run.stateSince;
    if (!noted || !isNew || !LOOKED_AT.has(run.state)) return false;
    const isThere = this.#isShort(noted) === false;
    if (isThere || this.#deps.clock() - run.stateSince > WAITS_FOR) {
      this.#looked.set(run.id, run.stateSince);
      return false;
    }
    this.#plan(noted, 0);
    return true;
  }

  /** Each minute: the balances that were read longest ago are read again. */
  sweep(): void {
    this.#sweptAt = performance.now();
    const oldest = [...this.#keys.values()].toSorted((one, other) => one.readAt - other.readAt);
    this.#track(this.#readAll(oldest.slice(0, READ_AT_ONCE)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#soon ?? undefined);
    for (const timer of this.#planned.values()) clearTimeout(timer);
    await this.#working.ended();
  }

  #sweepSoon(): void {
    if (this.#soon || this.#stopping.signal.aborted) return;
    const due = this.#sweptAt === 0 ? 0 : this.#sweptAt + BETWEEN_SWEEPS - performance.now();
    this.#soon = setTimeout(
      () => {
        this.#soon = null;
        this.sweep();
      },
      Math.max(FIRST_SWEEP, due),
    ).unref();
  }

  /** According to the stream; null while it has said nothing. */
  #isShort({ key, runs }: Noted): boolean | null {
    const kept = new Map<string, Big>();
    for (const { asset, amount, missing } of [...runs.values()].flatMap((run) => run.kept))
      kept.set(asset, (kept.get(asset) ?? ZERO).plus(amount).minus(missing));
    const known = new Set([...kept].map(([asset, amount]) => this.#free.of(key.keyId, asset)?.lt(amount) ?? null));
    if (known.has(true)) return true;
    return known.has(null) ? null : false;
  }

  #learning(keyId: string): (balances: readonly Balance[]) => void {
    return this.#free.reading(keyId);
  }

  async #readAll(all: readonly Noted[]): Promise<void> {
    for (const noted of all) {
      if (this.#stopping.signal.aborted) return;
      const { keyId, market, credentials } = noted.key;
      if (!this.#deps.markets.isOn(market)) continue;
      const learn = this.#learning(keyId);
      const answer = await this.#deps.markets.exchange(market).balances(credentials);
      noted.readAt = this.#deps.clock();
      if (answer.outcome !== 'ok') continue;
      learn(answer.value);
      if (this.#isShort(noted) === true) this.#plan(noted);
    }
  }

  #plan({ userId, key }: KeyOf, within = SETTLES_IN): void {
    const { keyId } = key;
    if (this.#planned.has(keyId) || this.#checking.has(keyId) || this.#stopping.signal.aborted) return;
    const begin = () => {
      this.#planned.delete(keyId);
      this.#checking.add(keyId);
      this.#track(this.#check({ userId, key }).finally(() => this.#checking.delete(keyId)));
    };
    this.#planned.set(keyId, setTimeout(begin, within).unref());
  }

  #track(work: Promise<void>): void {
    void this.#working.add(work, (error) => {
      if (!this.#stopping.signal.aborted) this.#deps.log.error({ error }, 'bots: comparing balances failed');
    });
  }

  async #check(of: KeyOf): Promise<void> {
    const noted = this.#keys.get(of.key.keyId);
    if (noted && this.#isShort(noted) === false) return this.#isKnown(noted);
    const learn = this.#learning(of.key.keyId);
    const first = await missingOfKey(this.#deps, of, learn);
    if (!first) return;
    const again = first.some((one) => isWorthAsking(one, one)) ? await this.#confirmed(of, first) : [];
    if (!again || !noted) return;
    for (const missing of again) await this.#deps.short.found(missing, of.key);
    noted.quietUntil = this.#deps.clock() + MINUTE;
    this.#isKnown(noted);
  }

  /** What is still missing once every order of the key's runs was compared with the exchange; null where that is not known. */
  async #confirmed(of: KeyOf, first: readonly RunMissing[]): Promise<RunMissing[] | null> {
    const { signal } = this.#stopping;
    const noted = this.#keys.get(of.key.keyId);
    // Others have no orders that rest, or are order blocks, which are compared for themselves.
    const refs = [...(noted?.runs ?? [])]
      .filter(([, { engine }]) => engine === 'rounds')
      .map(([runId]) => ({ userId: of.userId, runId }));
    for (const ref of refs) this.#deps.recompare(ref);
    await sleep(CONFIRMED_AFTER, undefined, { signal });
    const isCompared = () => refs.every(({ runId }) => !noted?.runs.has(runId) || this.#deps.isCompared(runId));
    for (let waited = 0; !isCompared(); waited += POLL) {
      if (waited >= COMPARED_WITHIN) return null;
      await sleep(POLL, undefined, { signal });
    }
    const again = await missingOfKey(this.#deps, of);
    return (
      again?.flatMap((one) => {
        const before = first.find(({ stored }) => stored.run.id === one.stored.run.id);
        const missing = before && { ...one, ...inBoth(one, before) };
        return missing && isWorthAsking(missing, missing) ? [missing] : [];
      }) ?? null
    );
  }

  /** Runs that waited for it go on, or ask. */
  #isKnown({ userId, runs }: Noted): void {
    for (const [runId, { stateSince }] of runs) {
      this.#looked.set(runId, stateSince);
      this.#deps.schedule({ userId, runId });
    }
  }
}
