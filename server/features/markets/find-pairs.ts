import type { Market } from '#contracts/symbol.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { Refusal } from '../../lib/errors.ts';
import { pastPair } from './past-pair.ts';

function whyNone(exchanges: ReadonlyMap<Market, Exchange>, market: Market, name: string): Refusal {
  const pairs = exchanges.get(market)?.pairs();
  if (!pairs) {
    const others = [...exchanges.keys()].join(', ');
    return new Refusal('not-found', `The market ${market} is not switched on here. Choose ${others}.`);
  }
  if (pairs.size === 0)
    return new Refusal('unavailable', `${market} has not answered yet. Try again in a moment.`, { retryAfter: 2 });
  return new Refusal('not-found', `${market} does not trade ${name.replace('_', '/').toUpperCase()}.`);
}

/** Finds the pairs that markets trade, with their steps and limits. */
export function findPairs(exchanges: ReadonlyMap<Market, Exchange>) {
  const pairsOf = (market: Market) => exchanges.get(market)?.pairs() ?? new Map<string, ExchangePair>();
  /** By 'xrp_usdt' or 'xrpusdt'; null when the market does not trade it. */
  const findExchangePair = (market: Market, name: string): ExchangePair | null =>
    pairsOf(market).get(name.replace('_', '').toUpperCase()) ?? null;
  return {
    findExchangePair,
    /** By the exchange's symbol, including delisted pairs, as far as the name says. */
    findPastPair: (market: Market, symbol: string): ExchangePair | null =>
      pairsOf(market).get(symbol) ?? pastPair(symbol, pairsOf(market).values()),
    /** Throws a refusal with the reason where there is none. */
    pairOf(market: Market, name: string): ExchangePair {
      const pair = findExchangePair(market, name);
      if (!pair) throw whyNone(exchanges, market, name);
      return pair;
    },
  };
}
