import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { BacktestState } from '#contracts/backtest-progress.ts';
import type { Market } from '#contracts/symbol.ts';
import { Big } from 'big.js';
import { Refusal } from '../../../lib/errors.ts';
import { candleChunksStore } from '../prices/candle-chunks.store.ts';
import { pastBars } from '../prices/past-bars.ts';
import { sourceOf } from '../prices/source-of.ts';
import type { BacktestDeps } from '../deps.ts';
import { backtestQueue, type Ended, type QueuedBacktest } from '../runs/backtests.store.ts';
import { fileBars, fileSignals } from '../runs/file-bars.ts';
import { basketPast } from '../runs/basket-past.ts';
import { basketJobOf, basketPairs } from '../runs/prepare-basket-run.ts';
import {
  type BasketBot,
  byKind,
  decodeRequest,
  jobOf,
  type PairBot,
  type RequestOf,
  splitBot,
} from '../runs/prepare-run.ts';
import { CHANGED } from '../runs/start-run.ts';
import { triesOf } from '../runs/tries.ts';
import { type SignalsOf, withSignals } from '../runs/with-signals.ts';
import { type AnyJob, RunEnded, runInWorker } from '../worker/run-in-worker.ts';
import { RunReplayer } from './run-replayer.ts';

const deflate = promisify(deflateRaw);

/** */
const AT_ONCE = 2;
const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 5000;
const WRITE_EVERY_MS = 500;
/** Part of a run's progress that reading its bars is. */
const READING = 0.3;

/** Bars of a run, and of both parts of a search. */
const FEWEST = 2;
const FEWEST_SEARCHED = 4;

const INTERRUPTED = 'This server was restarted while it ran. Start it again.';
const FAILED = 'Something went wrong in this run. Try again, or tell us what you chose.';

interface Reading {
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

interface Running {
  row: QueuedBacktest;
  ending: AbortController;
  done: Promise<void>;
}

/** runs bots over the past, two at a time and one for a person, each in a thread of its own. */
export class BacktestEngine {
  readonly #deps: BacktestDeps;
  readonly #queue: ReturnType<typeof backtestQueue>;
  readonly #past: ReturnType<typeof pastBars>;
  readonly #replayer: RunReplayer;
  readonly #running = new Map<string, Running>();
  #isStopping = true;
  #filling: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe = () => {};

  constructor(deps: BacktestDeps) {
    this.#deps = deps;
    this.#queue = backtestQueue(deps.db);
    this.#past = pastBars({ ...deps, chunks: candleChunksStore(deps.db) });
    this.#replayer = new RunReplayer(deps);
  }

  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    this.#isStopping = false;
    await this.#queue.interruptAll(INTERRUPTED, clock());
    this.#unsubscribe = bus.subscribe(CHANGED, (body) => this.#changed(body));
    this.#timer = setInterval(() => this.#fill(), LOOK_EVERY_MS).unref();
    this.#fill();
    this.#replayer.start();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#unsubscribe();
    clearInterval(this.#timer);
    await this.#filling;
    await this.#replayer.stop();
    const running = [...this.#running.values()];
    for (const { ending } of running) ending.abort();
    await Promise.all(running.map(({ done }) => done));
  }

  /** `body` names one that was stopped. */
  #changed(body: unknown): void {
    if (typeof body === 'string') this.#running.get(body)?.ending.abort();
    this.#fill();
  }

  #fill(): void {
    this.#filling = this.#filling
      .then(() => this.#takeAll())
      .catch((error: unknown) => this.#deps.log.error({ error }, 'backtests: none could be begun'));
  }

  async #takeAll(): Promise<void> {
    while (!this.#isStopping && this.#running.size < AT_ONCE) {
      const row = await this.#queue.take(this.#deps.clock());
      if (!row) return;
      const ending = new AbortController();
      const done = this.#run(row, ending).finally(() => {
        this.#running.delete(row.id);
        if (!this.#isStopping) this.#fill();
      });
      this.#running.set(row.id, { row, ending, done });
    }
  }

  /** To the pages of its owner that show it. */
  #publish({ id: backtestId, userId }: QueuedBacktest, state: BacktestState, progress: number): void {
    this.#deps.live.toUser(userId, { topic: 'backtest', body: { backtestId, state, progress } });
  }

  async #run(row: QueuedBacktest, ending: AbortController): Promise<void> {
    const { clock, log } = this.#deps;
    this.#publish(row, 'running', 0);
    const ended = await this.#replay(row, ending).catch((error: unknown) => this.#endedBy(error, row));
    await this.#queue
      .end(row, ended, clock())
      .then((isStored) => isStored && this.#publish(row, ended.state, 1))
      .catch((error: unknown) => log.error({ error, id: row.id }, 'backtests: the end of one was not stored'));
  }

  #endedBy(error: unknown, { id }: QueuedBacktest): Ended {
    if (this.#isStopping) return { state: 'interrupted', error: INTERRUPTED };
    if (error instanceof RunEnded && error.reason === 'too-long') {
      const far = Math.floor(error.part * 100);
      return {
        state: 'failed',
        error: `It was ended after 60 seconds, when ${far}% was done. Choose a shorter time or longer bars.`,
      };
    }
    if (error instanceof Refusal) return { state: 'failed', error: error.message };
    // A stop was written down by the call that asked for it.
    if (!(error instanceof RunEnded)) this.#deps.log.error({ error, id }, 'backtests: one failed');
    return { state: 'failed', error: FAILED };
  }

  /** Stored now and then; one that was stopped or deleted elsewhere ends here. */
  #progressOf(row: QueuedBacktest, ending: AbortController) {
    const { clock, log } = this.#deps;
    let published = 0;
    return (part: number): void => {
      if (performance.now() - published < WRITE_EVERY_MS) return;
      published = performance.now();
      this.#queue.progress(row, part, clock()).then(
        (isWanted) => (isWanted ? this.#publish(row, 'running', part) : ending.abort()),
        (error: unknown) => log.warn({ error, id: row.id }, 'backtests: progress was not stored'),
      );
    };
  }

  async #replay(row: QueuedBacktest, ending: AbortController): Promise<Ended> {
    const { signal } = ending;
    const progressed = this.#progressOf(row, ending);
    const reading = { signal, onProgress: (part: number) => progressed(part * READING) };
    const job = await byKind(decodeRequest(row.request), {
      pair: (request) => this.#pairJob(row, request, reading),
      basket: (request) => this.#basketJob(row, request, reading),
    });
    const { report, gained, deals } = await runInWorker(job, {
      signal,
      niceness: this.#deps.niceness,
      within: WITHIN_MS,
      onProgress: (part) => progressed(READING + part * (1 - READING)),
    });
    return { state: 'done', report, ...(gained !== null && { gained }), deals: await deflate(deals) };
  }

  async #pairJob(row: QueuedBacktest, request: RequestOf<PairBot>, reading: Reading): Promise<AnyJob> {
    const pair = this.#deps.markets.findExchangePair(row.market as Market, row.symbol);
    if (!pair) throw new Refusal('unprocessable', `The rules of ${row.symbol} are not known now. Try again later.`);
    const { bars, source } = await this.#bars(row, request, reading);
    if (bars.times.length < (request.search ? FEWEST_SEARCHED : FEWEST))
      throw new Refusal('unprocessable', 'There are no prices in this time.');
    const [fee, { search }] = [new Big(row.fee), request];
    const whole = jobOf({ request, pair, fee, bars, source });
    if (!search) return whole;
    return { ...whole, tries: triesOf({ bot: request.bot, search }, { bars, pair, fee, interval: request.interval }) };
  }

  async #basketJob(row: QueuedBacktest, request: RequestOf<BasketBot>, reading: Reading): Promise<AnyJob> {
    const pairs = basketPairs(this.#deps, request.bot);
    const of = { userId: row.userId, request, pairs };
    const { parts, source } = await basketPast({ ...this.#deps, past: this.#past }, of, reading);
    return basketJobOf({ request, parts, fee: new Big(row.fee), source });
  }

  async #bars({ symbol, userId }: QueuedBacktest, request: RequestOf<PairBot>, reading: Reading) {
    const { db } = this.#deps;
    const { data, interval, from, to, bot } = request;
    const { plan } = splitBot(bot);
    if (data) {
      const found = await fileBars(db, userId, { ids: data, symbol, interval, from, to });
      const signals = (of: SignalsOf) => fileSignals(db, userId, { ids: data, symbol, ...of });
      return { ...found, bars: await withSignals(found.bars, plan, signals) };
    }
    const of = { market: bot.market, symbol };
    const bars = await this.#past.read({ ...of, interval, from, to }, reading);
    const signals = (time: SignalsOf) => this.#past.readSignals({ ...of, ...time }, { signal: reading.signal });
    return { bars: await withSignals(bars, plan, signals), source: sourceOf(this.#deps, bot.market) };
  }
}
