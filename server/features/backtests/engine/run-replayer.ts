import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { REPLAY, type RunRef, runReplays, runsStore } from '../../bots/index.ts';
import type { BacktestDeps } from '../deps.ts';
import { candleChunksStore } from '../prices/candle-chunks.store.ts';
import { pastBars } from '../prices/past-bars.ts';
import { ownTimeOf } from '../replays/own-time.ts';
import { presentReplay } from '../replays/present-replay.ts';
import { runInWorker } from '../worker/run-in-worker.ts';

const LOOK_EVERY_MS = MINUTE;
const TWIN_EVERY_MS = 5 * MINUTE;
const WITHIN_MS = 60_000;
/** One that could not be run, or says nothing yet, is tried again after so long. */
const AGAIN_AFTER_MS = HOUR;

type Kind = 'trust' | 'twin';

/** X-11, X-12: runs bots' own time again, one after the other: each a day after the last, twins every few minutes. */
export class RunReplayer {
  readonly #deps: BacktestDeps;
  readonly #replays: ReturnType<typeof runReplays>;
  readonly #past: ReturnType<typeof pastBars>;
  readonly #notBefore = new Map<string, number>();
  #ending = new AbortController();
  #working: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe = () => {};

  constructor(deps: BacktestDeps) {
    this.#deps = deps;
    this.#replays = runReplays(deps.db);
    this.#past = pastBars({ ...deps, chunks: candleChunksStore(deps.db) });
  }

  start(): void {
    this.#ending = new AbortController();
    this.#unsubscribe = this.#deps.bus.subscribe(REPLAY, () => this.#look());
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    this.#look();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#working;
  }

  #look(): void {
    this.#working = this.#working
      .then(() => this.#all())
      .catch((error: unknown) => this.#deps.log.error({ error }, 'backtests: replays of runs could not be looked for'));
  }

  async #all(): Promise<void> {
    const now = this.#deps.clock();
    const [trust, twins] = await Promise.all([
      this.#replays.trustDue(now),
      this.#replays.twinsDue(now - TWIN_EVERY_MS),
    ]);
    for (const ref of twins) await this.#one(ref, 'twin');
    for (const ref of trust) await this.#one(ref, 'trust');
  }

  async #one(ref: RunRef, kind: Kind): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const name = `${kind} ${ref.runId}`;
    const now = this.#deps.clock();
    if (now < (this.#notBefore.get(name) ?? 0)) return;
    const isKept = await this.#replay(ref, kind).catch((error: unknown) => {
      if (!this.#ending.signal.aborted)
        this.#deps.log.warn({ error, run: ref.runId }, 'backtests: a run could not be run again');
      return false;
    });
    if (isKept) this.#notBefore.delete(name);
    else this.#notBefore.set(name, now + (kind === 'twin' ? MINUTE : AGAIN_AFTER_MS));
  }

  /** False where there is nothing to say yet. */
  async #replay(ref: RunRef, kind: Kind): Promise<boolean> {
    const { db, clock, markets, paper, niceness } = this.#deps;
    const store = runsStore(db, ref.userId);
    const stored = await store.find(ref.runId);
    const now = clock();
    const own = stored && (await ownTimeOf({ stored, kind }, { db, past: this.#past, markets, now, paper }));
    if (!own) return false;
    const { job } = own;
    const result = await runInWorker(job, { signal: this.#ending.signal, niceness, within: WITHIN_MS });
    const events = await store.events(stored.bot.id);
    const texts = events.filter(({ runId }) => runId === ref.runId).map(({ text }) => text);
    const replay = presentReplay({ job, result, real: own.real(texts) });
    if (kind === 'trust') await this.#replays.keepTrust(ref, replay, now);
    else await this.#replays.keepTwin(ref, replay, now);
    return true;
  }
}
