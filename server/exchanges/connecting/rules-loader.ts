import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../exchange.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import type { Log } from '../../lib/log.ts';
import { reconnectDelays } from './reconnect-delays.ts';
import { createEarlyReadings, readAllEvery } from './early-readings.ts';
import { createKnownPairs } from './known-pairs.ts';
import { readPairs } from './read-pairs.ts';

export interface RulesLoader<Pair extends ExchangePair> {
  pairs(): ReadonlyMap<string, Pair>;
  /** Resolves after the first attempt, whatever came of it; reading goes on in the background until `signal`. */
  start(signal: AbortSignal): Promise<void>;
  /** Reads the rules of one known pair anew, unless that was done within so many ms; resolves whatever came of it. */
  renew(symbol: string, within?: number): Promise<void>;
  /** Pairs that are new, or whose status has changed. Returns the way to stop. */
  watch(listener: (changed: readonly ExchangePair[]) => void): () => void;
}

interface Options<Pair> {
  rest: { time: { sync(): Promise<unknown> } };
  log: Log;
  /** Ms: after the first failure, between readings, and between looks at what trades. */
  timings: { firstPause: number; rules: number; status: number };
  /** What the exchange lists, one entry a pair, not read yet: all, or of one symbol where it can list that alone. */
  read(symbol?: string): Promise<Answer<unknown[]>>;
  /** The symbols that trade now, where an exchange lists them without their rules. */
  readTrading?(): Promise<Answer<ReadonlySet<string>>>;
  /** Undefined for what is never traded on spot; throws on an entry that does not read as documented. */
  readPair(entry: unknown): Pair | undefined;
  /** Pairs that trade, or did since the start. */
  onPairs(pairs: ReadonlyMap<string, Pair>): void;
}

const LONGEST_PAUSE = 5_000;
const RENEWED_FOR = 10_000;
/** Of more pairs than these, all are read in one call. */
const MOST_BY_NAME = 5;

/** Repeats until `signal`, each time after the ms that the last one asked for. */
async function keep(signal: AbortSignal, first: number, work: () => Promise<number>): Promise<void> {
  for (let pause = first; !signal.aborted; pause = await work()) await sleep(pause, undefined, { signal, ref: false });
}

type Known<Pair extends ExchangePair> = ReturnType<typeof createKnownPairs<Pair>>;

/** The ways to read: all, a pair by its name, or what may have changed. */
function createReading<Pair extends ExchangePair>(options: Options<Pair>, known: Known<Pair>) {
  const { rest, log, read, readPair } = options;
  const early = createEarlyReadings();

  async function all(): Promise<boolean> {
    const [listed] = await Promise.all([read(), rest.time.sync()]);
    if (listed.outcome !== 'ok') {
      const reason = listed.outcome === 'unknown' ? listed.reason : listed.message;
      log.warn({ reason }, 'trading rules could not be read');
      return false;
    }
    const { pairs, unread } = readPairs(listed.value, readPair);
    const { symbols, nameless } = unread;
    log.info({ pairs: pairs.size, unread: [...symbols], nameless }, 'trading rules read');
    // While an exchange is being serviced it may list nothing: what is known of its pairs still holds.
    if (pairs.size === 0) return false;
    // What could not be read is not missing.
    known.take(pairs, { whole: nameless === 0, unread: symbols });
    return true;
  }

  async function anew(symbol?: string): Promise<void> {
    const listed = await read(symbol);
    if (listed.outcome !== 'ok') return;
    const { pairs } = readPairs(listed.value, readPair);
    const meant = [...pairs].filter(([name]) => known.all().has(name) && (symbol === undefined || name === symbol));
    if (meant.length > 0) known.take(new Map(meant), { whole: false });
  }

  return {
    all,
    anew,
    async changes(): Promise<void> {
      const listed = await options.readTrading?.();
      const trading = listed?.outcome === 'ok' ? listed.value : null;
      const symbols = known.suspects(trading);
      const statusOf = (symbol: string) => known.all().get(symbol)?.status;
      const before = symbols.map((symbol) => [symbol, statusOf(symbol)] as const);
      if (symbols.length > MOST_BY_NAME) await anew();
      else for (const symbol of symbols) await anew(symbol);
      for (const [symbol, status] of before) if (statusOf(symbol) === status) known.inVain(symbol);
      // New pairs, and those that are listed no more.
      if (trading && early.take(known.unexplained(trading), performance.now())) await all();
    },
  };
}

/** What is listed and by which rules: read at the start until it succeeds, then now and again; what ceases or begins to trade is noticed soon. */
export function createRulesLoader<Pair extends ExchangePair>(options: Options<Pair>): RulesLoader<Pair> {
  const { log, timings, onPairs } = options;
  const known = createKnownPairs({ log, every: timings.status, onPairs });
  const reading = createReading(options, known);
  const renewals = new Map<string, { at: number; read: Promise<void> }>();

  function inBackground(signal: AbortSignal, first: number, work: () => Promise<number>): void {
    keep(signal, first, work).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'trading rules are no longer read');
    });
  }

  return {
    pairs: known.all,
    watch: known.watch,
    async renew(symbol, within = RENEWED_FOR) {
      if (!known.all().has(symbol)) return;
      known.ask(symbol);
      const last = renewals.get(symbol);
      if (last === undefined || performance.now() - last.at >= within)
        renewals.set(symbol, { at: performance.now(), read: reading.anew(symbol) });
      await renewals.get(symbol)?.read;
    },
    async start(signal) {
      const delays = reconnectDelays(timings.firstPause, LONGEST_PAUSE);
      const next = (succeeded: boolean): number => {
        if (!succeeded) return delays.next();
        delays.reset();
        return readAllEvery({ listsTrading: options.readTrading !== undefined, rules: timings.rules });
      };
      inBackground(signal, next(await reading.all()), async () => next(await reading.all()));
      inBackground(signal, timings.status, async () => {
        await reading.changes();
        return timings.status;
      });
    },
  };
}
