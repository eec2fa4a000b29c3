import type { BacktestDeps } from '../deps.ts';
import type { PastBars } from '../prices/past-bars.ts';
import { sourceOf } from '../prices/source-of.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { fileBars } from './file-bars.ts';
import type { BasketBot, RequestOf } from './prepare-run.ts';
import type { PairPast } from './prepare-basket-run.ts';

interface Reading {
  signal?: AbortSignal;
  onProgress?: (part: number) => void;
}

interface Of {
  userId: string;
  request: RequestOf<BasketBot>;
  pairs: readonly ExchangePair[];
}

/** the past of each pair of a basket, one after the other: of files, or of the exchange. */
export async function basketPast(
  { db, paper, past }: Pick<BacktestDeps, 'db' | 'paper'> & { past: PastBars },
  { userId, request, pairs }: Of,
  { signal, onProgress }: Reading = {},
): Promise<{ parts: PairPast[]; source: string }> {
  const { data, interval, from, to, bot } = request;
  const symbols = pairs.map(({ symbol }) => symbol);
  const parts: PairPast[] = [];
  const sources = new Set<string>();
  for (const [done, pair] of pairs.entries()) {
    const { symbol } = pair;
    if (data) {
      const found = await fileBars(db, userId, { ids: data, symbol, others: symbols, interval, from, to });
      parts.push({ pair, bars: found.bars });
      sources.add(found.source);
    } else {
      const reading = {
        ...(signal && { signal }),
        onProgress: (part: number) => onProgress?.((done + part) / pairs.length),
      };
      parts.push({ pair, bars: await past.read({ market: bot.market, symbol, interval, from, to }, reading) });
      sources.add(sourceOf({ paper }, bot.market));
    }
  }
  return { parts, source: [...sources].join(', ') };
}
