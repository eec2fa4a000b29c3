import type { DayStats } from '#contracts/market-data.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Answer, DayStats as ExchangeDayStats } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';
import { wireAmount } from '../../lib/decimal.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Markets } from './index.ts';

/** All pairs of Binance cost 80 of 6,000 units a minute: read while a page asks, and at most this often. Ms. */
const KEPT_FOR = 20 * SECOND;

interface Deps {
  clock: Clock;
  markets: Pick<Markets, 'isOn' | 'exchange' | 'pairName' | 'lastPrice'>;
}

type Named = Omit<DayStats, 'price'> & { symbol: string };

/** The last 24 hours of a market's pairs, read once for all who ask. */
export function dayStats({ clock, markets }: Deps) {
  const kept = new Map<Market, { read: Promise<Named[]>; until: number }>();

  function named(market: Market, { symbol, quoteVolume, ...prices }: ExchangeDayStats): Named[] {
    const name = markets.pairName(market, symbol);
    return name === null ? [] : [{ ...prices, symbol, name, volume: quoteVolume && wireAmount(quoteVolume) }];
  }

  async function read(market: Market): Promise<Named[]> {
    const answer: Answer<ExchangeDayStats[]> = await markets.exchange(market).dayStats();
    if (answer.outcome === 'ok') return answer.value.flatMap((stats) => named(market, stats));
    const sentence =
      answer.outcome === 'rejected' ? answer.sentence : 'The exchange did not answer. Try again in a moment.';
    throw new Refusal('exchange-failed', sentence);
  }

  function shared(market: Market): Promise<Named[]> {
    const known = kept.get(market);
    if (known && clock() < known.until) return known.read;
    const entry = { read: read(market), until: clock() + KEPT_FOR };
    kept.set(market, entry);
    entry.read.catch(() => {
      if (kept.get(market) === entry) kept.delete(market);
    });
    return entry.read;
  }

  return async (market: Market, names: readonly string[] | null) => {
    if (!markets.isOn(market)) return { orderBook: false, pairs: [] };
    const wanted = names && new Set(names);
    const stats = (await shared(market)).filter(({ name }) => wanted?.has(name) ?? true);
    const pairs = stats.map(({ symbol, name, open, high, low, volume }): DayStats => {
      return { name, price: markets.lastPrice(market, symbol)?.price ?? null, open, high, low, volume };
    });
    return { orderBook: markets.exchange(market).details !== null, pairs };
  };
}
