import { marketName } from '#contracts/rules/market-name.ts';
import type { Pair } from '#contracts/markets.ts';
import { haltText } from '#contracts/rules/halt.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import type { MarketDeps } from './deps.ts';

/** For users without a time zone. */
const TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** That a pair does not trade, and since when; null where it does. */
export function haltSentence({ market, status, haltedSince, baseCurrency, counterCurrency }: Pair): string | null {
  if (status === 'trading') return null;
  const since = haltedSince === null ? '' : `since ${TIME.format(haltedSince)} UTC`;
  return haltText({ pair: `${baseCurrency}/${counterCurrency}`, market: marketName(market), status, since });
}

export interface HaltedPair {
  status: 'cancel-only' | 'halted';
  sentence: string;
}

interface PresentedPairs extends Pick<MarketDeps, 'exchanges'> {
  present: (market: Market, pair: ExchangePair) => Pair;
}

/** Whether a pair accepts orders. */
export function haltedPair({ exchanges, present }: PresentedPairs) {
  const pairOf = (market: Market, symbol: string) => exchanges.get(market)?.pairs().get(symbol);

  function halted(market: Market, pair: ExchangePair): HaltedPair | null {
    const presented = present(market, pair);
    const sentence = haltSentence(presented);
    return presented.status === 'trading' || sentence === null ? null : { status: presented.status, sentence };
  }

  return {
    /** By the exchange's symbol. The status of a halted pair is read again; null where it trades or is unknown. */
    async haltOf(market: Market, symbol: string): Promise<HaltedPair | null> {
      const before = pairOf(market, symbol);
      if (!before || before.status === 'trading') return null;
      await exchanges.get(market)?.renewPair(symbol);
      const pair = pairOf(market, symbol);
      return pair ? halted(market, pair) : null;
    },
  };
}
