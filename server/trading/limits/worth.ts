import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { HOUR } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import type { Clock } from '../../lib/clock.ts';
import { priceBetween } from '../../lib/price-between.ts';

/** The market data that the limits need. */
export interface Quotes {
  lastPrice: (market: string, symbol: string) => { price: Big } | null;
  findExchangePair: (market: Market, name: string) => ExchangePair | null;
  exchange: (market: Market) => Pick<Exchange, 'candles'>;
}

const HOURS = 24;

/** Values of amounts and markets in USDT; null while not known. */
export function worth({ markets, clock }: { markets: Quotes; clock: Clock }) {
  const turnovers = new Map<string, { usdt: Big; at: number }>();

  const rate = (market: string, asset: string): Big | null =>
    priceBetween(asset, 'USDT', (symbol) => markets.lastPrice(market, symbol)?.price);

  return {
    rate,
    /** A sale may be executed above its limit, at the market's price. */
    soldAt(market: string, symbol: string, ask: Big): Big {
      const last = markets.lastPrice(market, symbol)?.price;
      return last ? max(last, ask) : ask;
    },
    /** Of the last 24 hours, from hourly candles; cached for an hour. */
    async turnover(market: Market, { symbol, counter }: ExchangePair): Promise<Big | null> {
      const place = `${market}.${symbol}`;
      const known = turnovers.get(place);
      if (known && clock() - known.at < HOUR) return known.usdt;
      const inUsdt = rate(market, counter);
      const answer = await markets.exchange(market).candles({ symbol, interval: '1h', limit: HOURS });
      if (answer.outcome !== 'ok' || !inUsdt) return null;
      const traded = answer.value.reduce((sum, { volume, close }) => sum.plus(volume.times(close)), ZERO);
      const usdt = traded.times(inUsdt);
      turnovers.set(place, { usdt, at: clock() });
      return usdt;
    },
  };
}
