import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../../lib/log.ts';
import type { Floor } from '../../floor.ts';
import { PAIRS } from '../../pairs.ts';
import type { Feed } from './feed.ts';
import { readRecording } from './recording.ts';
import { createSimulation } from './simulation.ts';

/** XRPUSDT-1m-2026-10.csv, XRPUSDT-trades-2026-10-01.csv: the symbol stands first. */
function symbolOf(file: string): string {
  const [name = ''] = basename(file)
    .toUpperCase()
    .split(/[^A-Z0-9]/);
  if (PAIRS.some((pair) => pair.symbol === name)) return name;
  throw new Error(`PAPER_PRICES names ${file}, but its name does not begin with a symbol of the paper exchange.`);
}

/** Plays a recording of one symbol at its own pace, the first trade now; the other symbols are simulated. */
export function createReplay(file: string, options: { seed: number; log: Log }): Feed {
  if (!existsSync(file)) throw new Error(`PAPER_PRICES names ${file}, and there is no such file.`);
  const symbol = symbolOf(file);
  const { seed, log } = options;
  const others = createSimulation(seed, symbol);
  let stopping = new AbortController();

  const play = async (floor: Floor, signal: AbortSignal): Promise<void> => {
    const started = performance.now();
    let first: number | null = null;
    for await (const { time, ...print } of readRecording(file)) {
      first ??= time;
      const wait = started + (time - first) - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal });
      if (signal.aborted) return;
      const market = floor.markets.get(symbol);
      if (market && !market.pinned) floor.trade(market, print);
    }
    log.info({ file }, 'The recording has been played to its end; its price stands still now.');
  };

  return {
    start: (floor) => {
      stopping = new AbortController();
      const { signal } = stopping;
      others.start(floor);
      play(floor, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'The recording cannot be played on; its price stands still.');
      });
    },
    stop: () => {
      stopping.abort();
      others.stop();
    },
  };
}
