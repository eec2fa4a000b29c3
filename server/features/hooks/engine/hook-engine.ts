import type { HookTemplate } from '#contracts/hooks.ts';
import { HOUR, SECOND } from '#contracts/rules/time.ts';
import { longestAge } from '../../../domain/signals/age.ts';
import { readBody } from '../../../domain/signals/read-body.ts';
import { readSignal } from '../../../domain/signals/read-signal.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type IsOwn, ownsAll } from '../../../runtime/leases/partition.ts';
import type { HookEngineDeps } from '../deps.ts';
import type { HookRow } from '../hooks.store.ts';
import { signalChanges } from '../signal-changes.ts';
import {
  entryOf,
  forgetSignals,
  hasMovedBot,
  type HookRef,
  hooksThatWait,
  type SignalRow,
  signalsStore,
} from '../signals.store.ts';
import { templateOf } from '../template.ts';
import { act } from './act.ts';
import type { Done } from './outcome.ts';
import { rehearse } from './rehearse.ts';

/** How soon a signal is seen whose message was missed, ms. */
const LOOK_EVERY = 2000;
const TRY_AGAIN = 500;
const FORGET_EVERY = HOUR;
const NOT_KNOWN = 'The exchange has not said yet whether its entry was placed. Its block shows it once that is known.';
const NOTHING_DONE = 'Nothing was done.';
const TOO_OLD = 'This signal is not tried again.';

/** Seconds that a signal may wait: its sender may shorten what its hook allows. */
function longestWait({ maxAge }: HookTemplate, { body, format }: SignalRow): number {
  const read = readBody(body);
  const parsed = format === '3commas' && 'body' in read ? readSignal(read.body) : null;
  return longestAge(maxAge, parsed && 'signal' in parsed ? parsed.signal.maxLag : null);
}

/** W-10, W-11: why the hook as it is now does nothing of what it was taken for; null where it does. */
function changedFault({ paused, live }: HookRow, { result }: SignalRow): string | null {
  if (result !== 'taken') return null;
  if (paused !== null) return `The hook was paused before this was acted on. ${NOTHING_DONE}`;
  return live ? null : `The hook was set to dry runs before this was acted on. ${NOTHING_DONE}`;
}

type Outcome = Done | { state: 'dropped'; outcome: string } | 'later';

/** Acts on signals that were taken: one after another per hook, and once each, whatever ends in between. */
export class HookEngine {
  readonly #deps: HookEngineDeps;
  /** Hooks that are worked on, and whether more came meanwhile. */
  readonly #busy = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #stops: (() => void)[] = [];
  #isOwn: IsOwn = ownsAll;
  #stopping = false;

  constructor(deps: HookEngineDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { partition, bus } = this.#deps;
    this.#stopping = false;
    this.#isOwn = await partition.join((isOwn) => {
      this.#isOwn = isOwn;
      this.#look();
    });
    this.#stops.push(signalChanges(bus).subscribe((ref) => this.#schedule(ref)));
    const look = setInterval(() => this.#look(), LOOK_EVERY);
    const forget = setInterval(() => this.#forget(), FORGET_EVERY).unref();
    this.#stops.push(
      () => clearInterval(look),
      () => clearInterval(forget),
    );
    this.#look();
    this.#forget();
  }

  /** What is being done is finished; the rest waits for the next engine. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const stop of this.#stops.splice(0)) stop();
    await this.#deps.partition.leave();
    await Promise.all([...this.#busy.values()].map(({ done }) => done));
  }

  #look(): void {
    hooksThatWait(this.#deps.db)
      .then((refs) => refs.forEach((ref) => this.#schedule(ref)))
      .catch((error: unknown) => this.#deps.log.error({ error }, 'hooks: what waits could not be read'));
  }

  #forget(): void {
    forgetSignals(this.#deps.db, this.#deps.clock()).catch((error: unknown) =>
      this.#deps.log.error({ error }, 'hooks: old signals could not be forgotten'),
    );
  }

  #schedule(ref: HookRef): void {
    if (this.#stopping || !this.#isOwn(ref.userId)) return;
    const busy = this.#busy.get(ref.hookId);
    if (busy) {
      busy.again = true;
      return;
    }
    const work = { again: false, done: Promise.resolve() };
    this.#busy.set(ref.hookId, work);
    work.done = this.#finish(ref, work);
  }

  async #finish(ref: HookRef, work: { again: boolean }): Promise<void> {
    const later = await this.#run(ref).catch((error: unknown) => {
      this.#deps.log.error({ error, hookId: ref.hookId }, 'hooks: a signal could not be acted on');
      return true;
    });
    this.#busy.delete(ref.hookId);
    if (later) setTimeout(() => this.#schedule(ref), TRY_AGAIN).unref();
    else if (work.again) this.#schedule(ref);
  }

  /** True where one has to wait; those after it wait too. */
  async #run(ref: HookRef): Promise<boolean> {
    const store = signalsStore(this.#deps.db, ref);
    for (let isLast = false; !isLast && !this.#stopping;) {
      const found = await store.next();
      if (!found || this.#stopping) return false;
      ({ isLast } = found);
      const outcome = await this.#workOn(found.hook, found.row);
      if (outcome === 'later') return true;
      await this.#settle(found.hook, found.row, outcome);
    }
    return false;
  }

  async #workOn(hook: HookRow, row: SignalRow): Promise<Outcome> {
    const { clock } = this.#deps;
    const template = templateOf(hook);
    const waited = clock() - row.receivedAt;
    const isOld = waited > template.maxAge * SECOND;
    const longest = longestWait(template, row);
    const isLate = waited > longest * SECOND;
    const late = `It waited ${Math.ceil(waited / SECOND)} s; the longest is ${longest}. ${NOTHING_DONE}`;
    const fault = isLate ? late : changedFault(hook, row);
    if (fault !== null && !(await this.#hasBegun(row))) return { state: 'dropped', outcome: fault };
    const acting = { hook, template, row };
    try {
      const outcome = await (row.result === 'taken' ? act(this.#deps, acting) : rehearse(this.#deps, acting));
      // What comes after it is not kept waiting for longer than a signal may wait.
      return outcome === 'later' && isOld ? { state: 'failed', outcome: NOT_KNOWN } : outcome;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'unavailable') return { state: 'failed', outcome: error.message };
      return isOld ? { state: 'failed', outcome: `${error.message} ${TOO_OLD}` } : 'later';
    }
  }

  async #hasBegun({ userId, id, blockId, blocks }: SignalRow): Promise<boolean> {
    if (blocks !== null) return true;
    const { db } = this.#deps;
    if (blockId !== null && (await entryOf(db, { userId, blockId })) !== null) return true;
    return hasMovedBot(db, userId, id);
  }

  /** W-10: of failures in a row the first has a notice; once something was done, the next one has one again. */
  async #settle(hook: HookRow, row: SignalRow, outcome: Exclude<Outcome, 'later'>): Promise<void> {
    const { db, clock, audit } = this.#deps;
    const ref = { userId: hook.userId, hookId: hook.id };
    const settled = await signalsStore(db, ref).settle(row.id, { ...outcome, doneAt: clock() });
    if (!settled || row.result !== 'taken') return;
    const { name } = templateOf(hook);
    if (outcome.state === 'done') await audit.record(hook.userId, 'signal-acted', { name, what: outcome.outcome });
    else if (settled.isFirst) await audit.record(hook.userId, 'signal-refused', { name, reason: outcome.outcome });
  }
}
