import { setTimeout as sleep } from 'node:timers/promises';
import { type BacktestInterval, INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import { type Bars, barsOf } from '../../../domain/backtest/bars.ts';
import { joinSignalBars, type SignalBars, signalBarsIn } from '../../../domain/backtest/signal-bars.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Markets } from '../../markets/index.ts';
import type { CandleChunks, KeptChunk } from './candle-chunks.store.ts';
import { type BarFlow, packBars, packFlow, sliceBars, unpackBars, unpackFlow } from './packed-bars.ts';

/** As many as one call of an exchange answers. */
const CHUNK = 1000;
const TRIES = 3;
const AGAIN_AFTER_MS = 1000;
/** The clock of an exchange may differ from ours, and it may list the last trades of a candle late. */
const SETTLED_AFTER_MS = MINUTE;
/** Kept chunks that are read together. */
const AT_ONCE = 60;

export interface PastOf {
  market: Market;
  /** The exchange's name: XRPUSDT. */
  symbol: string;
  interval: BacktestInterval;
  from: number;
  to: number;
}

interface PastDeps {
  clock: Clock;
  markets: { exchange(market: Market): Pick<ReturnType<Markets['exchange']>, 'candles'> };
  chunks: CandleChunks;
  /** Prices of the paper exchange are no exchange's. */
  paper: boolean;
}

interface Reading {
  signal?: AbortSignal;
  /** Gets the part that is read, from 0 to 1. */
  onProgress?: (part: number) => void;
}

const NO_ANSWER = 'The exchange did not answer. Try again in a moment.';

type Candle = Awaited<ReturnType<typeof candles>>[number];

/** Bars that follow each other, and what buyers took of them; null where the exchange does not say. */
interface Part {
  bars: Bars;
  flow: BarFlow | null;
}

function partOf(interval: number, found: readonly Candle[]): Part {
  const bars = found.map(({ openTime, open, high, low, close, volume }) => ({
    time: openTime,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }));
  const isKnown = found.every(({ quoteVolume, takerQuote }) => quoteVolume !== null && takerQuote !== null);
  const flow = {
    volume: Float64Array.from(found, ({ quoteVolume }) => Number(quoteVolume)),
    takerBought: Float64Array.from(found, ({ takerQuote }) => Number(takerQuote)),
  };
  return { bars: barsOf(interval, bars), flow: isKnown ? flow : null };
}

const NOT_TOLD = 'This exchange does not say how much of a bar buyers took, which these signals go by.';

type Asked = Parameters<ReturnType<Markets['exchange']>['candles']>[0] & { market: Market };

/** Tried again where there is no answer; then a refusal is thrown. */
async function candles({ markets }: Pick<PastDeps, 'markets'>, { market, ...of }: Asked) {
  for (let tries = 1; ; tries += 1) {
    const answer = await markets.exchange(market).candles(of);
    if (answer.outcome === 'ok') return answer.value;
    const sentence = answer.outcome === 'rejected' ? answer.sentence : NO_ANSWER;
    if (tries >= TRIES) throw new Refusal('exchange-failed', sentence);
    await sleep((answer.outcome === 'rejected' && answer.retryAfter) || AGAIN_AFTER_MS);
  }
}

/** Chunks of a time, as they are kept or as an exchange lists them. */
function chunksOf({ clock, markets, chunks, paper }: PastDeps) {
  const ask = (of: Asked) => candles({ markets }, of);

  /** What had ended by `asked`, UTC epoch ms. */
  async function read({ market, symbol, interval }: PastOf, chunk: number, asked: number): Promise<Part> {
    const length = INTERVAL_MS[interval];
    const begin = chunk * CHUNK * length;
    const endTime = begin + CHUNK * length - 1;
    const found: Awaited<ReturnType<typeof ask>> = [];
    // An exchange may answer less at a time than was asked for.
    for (let startTime = begin; startTime < endTime;) {
      const page = await ask({ market, symbol, interval, startTime, endTime, limit: CHUNK });
      const later = page.filter(({ openTime }) => openTime >= startTime && openTime <= endTime);
      const last = later.at(-1);
      if (!last) break;
      found.push(...later);
      startTime = last.openTime + length;
    }
    // The one that was still forming is no bar yet.
    return partOf(
      length,
      found.filter(({ openTime }) => openTime + length <= asked),
    );
  }

  /** Every chunk of a time, the oldest first; what is over is kept. `wanted`: whether a kept one has what is asked for. */
  async function* parts(
    of: PastOf,
    { signal, onProgress }: Reading,
    wanted: (kept: KeptChunk) => boolean,
  ): AsyncGenerator<{ kept: KeptChunk } | { read: Part }> {
    const size = CHUNK * INTERVAL_MS[of.interval];
    const [first, last] = [Math.floor(of.from / size), Math.floor((Math.min(of.to, clock()) - 1) / size)];
    const key = { place: paper ? 'paper' : of.market, symbol: of.symbol, interval: of.interval };
    let known = new Map<number, KeptChunk>();
    for (let chunk = first; chunk <= last; chunk += 1) {
      signal?.throwIfAborted();
      const done = chunk - first;
      if (done % AT_ONCE === 0) known = await chunks.find(key, [chunk, chunk + AT_ONCE - 1]);
      onProgress?.(done / (last - first + 1));
      const kept = known.get(chunk);
      if (kept && wanted(kept)) yield { kept };
      else {
        // What ends between the request and the answer was not over when it was read.
        const asked = clock();
        const part = await read(of, chunk, asked);
        if ((chunk + 1) * size + SETTLED_AFTER_MS <= asked) {
          const flow = part.flow && (await packFlow(part.flow));
          await chunks.keep(key, chunk, { bars: await packBars(part.bars), flow });
        }
        yield { read: part };
      }
    }
  }

  return { ask, parts };
}

/** an exchange's past in bars: what is over is asked for once and kept for all people. */
export function pastBars(deps: PastDeps) {
  const { clock } = deps;
  const { ask, parts } = chunksOf(deps);
  return {
    /** When the first bar at this time or later opens; null where there is none yet. */
    async firstTime({ market, symbol, interval, from }: PastOf): Promise<{ time: number; open: number } | null> {
      const asked = clock();
      const [first] = await ask({ market, symbol, interval, startTime: from, limit: 1 });
      return first && first.openTime + INTERVAL_MS[interval] <= asked
        ? { time: first.openTime, open: Number(first.open) }
        : null;
    },
    /** Bars that open in this time. Throws a refusal where the exchange does not answer. */
    async read(of: PastOf, reading: Reading = {}): Promise<Bars> {
      const length = INTERVAL_MS[of.interval];
      const found: Bars[] = [];
      for await (const part of parts(of, reading, () => true))
        found.push('read' in part ? part.read.bars : await unpackBars(part.kept.bars, length));
      return sliceBars(found, length, of);
    },
    /** The same with what buyers took of them. Throws a refusal where the exchange does not say. */
    async readSignals(of: PastOf, reading: Pick<Reading, 'signal'> = {}): Promise<SignalBars> {
      const length = INTERVAL_MS[of.interval];
      const found: SignalBars[] = [];
      for await (const part of parts(of, reading, ({ flow }) => flow !== null)) {
        const bars = 'read' in part ? part.read.bars : await unpackBars(part.kept.bars, length);
        if ('read' in part && part.read.flow) found.push({ ...bars, ...part.read.flow });
        else if ('kept' in part && part.kept.flow) found.push(await unpackFlow(part.kept.flow, bars));
        else throw new Refusal('unprocessable', NOT_TOLD);
      }
      return signalBarsIn(joinSignalBars(length, found), of);
    },
  };
}
export type PastBars = ReturnType<typeof pastBars>;
