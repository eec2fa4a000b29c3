import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../../lib/log.ts';
import { PAIRS, type PaperPair } from '../../pairs.ts';
import type { Feed, Venue } from './feed.ts';
import { type Recorded, checkRecording, readRecording, tryRecording } from './recording.ts';
import { createSimulation } from './simulation.ts';

/** The injected clock need not go at the speed of the machine's: it is read this often. */
const LOOK_EVERY_MS = 100;

/** XRPUSDT-1m-2026-10.csv, XRPUSDT-trades-2026-10-01.csv.gz: the name begins with the symbol. */
function pairOf(file: string): PaperPair {
  const [name = ''] = basename(file)
    .toUpperCase()
    .split(/[^A-Z0-9]/);
  const pair = PAIRS.find(({ symbol }) => symbol === name);
  if (!pair) {
    throw new Error(`PAPER_PRICES names ${file}, but its name does not begin with a symbol of the paper exchange.`);
  }
  return pair;
}

/** From a recording's time to now: to its first trade, or by whole candles to the open of its first candle. */
function shiftOf({ time, candle }: Recorded, now: number): number {
  return candle === 0 ? now - time : Math.floor((now - time) / candle) * candle;
}

/**
 * Plays a recording of one symbol at its own pace, the first trade now, or the first candle from the open of its like that
 * is under way; the other symbols are simulated.
 */
export function createReplay(file: string, options: { seed: number; log: Log }): Feed {
  checkRecording(file);
  const { symbol, step } = pairOf(file);
  const { seed, log } = options;
  const others = createSimulation(seed, symbol);
  let stopping = new AbortController();

  const play = async (venue: Venue, signal: AbortSignal): Promise<void> => {
    const now = () => venue.now() - venue.skew;
    let shift: number | null = null;
    for await (const recorded of readRecording(file, step)) {
      shift ??= shiftOf(recorded, now());
      const due = recorded.time + shift;
      for (let left = due - now(); left > 0; left = due - now()) {
        await sleep(Math.min(left, LOOK_EVERY_MS), undefined, { signal });
      }
      if (signal.aborted) return;
      const { price, qty, buyerMaker } = recorded;
      const market = venue.markets.get(symbol);
      if (market && !market.pinned) venue.trade(market, { price, qty, buyerMaker });
    }
    log.info({ file }, 'The recording has been played to its end; its price stands still now.');
  };

  return {
    check: () => tryRecording(file, step),
    start: (venue) => {
      stopping = new AbortController();
      const { signal } = stopping;
      others.start(venue);
      play(venue, signal).catch((error: unknown) => {
        if (signal.aborted) return;
        log.error({ err: error, file }, 'The recording cannot be played on; its price stands still.');
      });
    },
    stop: () => {
      stopping.abort();
      others.stop();
    },
  };
}
