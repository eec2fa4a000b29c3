import { describe, expect, it } from 'vitest';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { KeptChunk } from './candle-chunks.store.ts';
import { pastBars } from './past-bars.ts';

const CHUNK = 1000;
const END = CHUNK * MINUTE;
const OF = { market: 'binance', symbol: 'XRPUSDT', interval: '1m', from: END - 5 * MINUTE } as const;

/** An exchange that lists the candle of this moment as it stands, and takes so long for an answer. */
function exchangeAt(begin: number, takes: number) {
  let now = begin;
  const kept = new Map<number, KeptChunk>();
  const at = (openTime: number) => ({
    openTime,
    closeTime: openTime + MINUTE - 1,
    open: ONE,
    high: ONE,
    low: ONE,
    close: ONE,
    volume: ONE,
    quoteVolume: ONE,
    takerBase: ZERO,
    takerQuote: ZERO,
    trades: 1,
  });
  const candles = ({
    startTime = 0,
    endTime = Infinity,
  }: {
    startTime?: number | undefined;
    endTime?: number | undefined;
  }) => {
    const found = [];
    const from = Math.max(Math.ceil(startTime / MINUTE) * MINUTE, END - 10 * MINUTE);
    for (let time = from; time <= Math.min(endTime, now); time += MINUTE) found.push(at(time));
    now += takes;
    return Promise.resolve({ outcome: 'ok' as const, value: found });
  };
  const past = pastBars({
    clock: () => now,
    markets: { exchange: () => ({ candles }) },
    chunks: {
      find: () => Promise.resolve(kept),
      keep: (_of, chunk, packed) => Promise.resolve(void kept.set(chunk, packed)),
    },
    paper: false,
  });
  return { past, kept };
}

describe('X-2 candles that are kept for all', () => {
  const lastOf = async (begin: number, takes: number) => {
    const { past, kept } = exchangeAt(begin, takes);
    const { times } = await past.read({ ...OF, to: END });
    return { last: (times.at(-1) ?? 0) / MINUTE, kept: kept.size };
  };

  it('X-2: a candle that ended between the request and the answer was not finished: it is left out and not kept', async () => {
    expect(await lastOf(END - 1000, 2000)).toEqual({ last: CHUNK - 2, kept: 0 });
    expect(await lastOf(END, 2000)).toMatchObject({ last: CHUNK - 1 });
  });

  it('X-2: candles are kept a minute after the last of them has ended, since clocks differ', async () => {
    expect(await lastOf(END + MINUTE - 1, 2000)).toEqual({ last: CHUNK - 1, kept: 0 });
    expect(await lastOf(END + MINUTE, 2000)).toEqual({ last: CHUNK - 1, kept: 1 });
  });

  it('X-2: a run does not begin with a candle that was not finished when it was asked for', async () => {
    const first = (begin: number) => exchangeAt(begin, 2000).past.firstTime({ ...OF, from: END - MINUTE, to: END });
    expect(await first(END - 1000)).toBeNull();
    expect(await first(END)).toEqual({ time: END - MINUTE, open: 1 });
  });
});
