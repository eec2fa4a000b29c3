import type { Markets } from '../markets/index.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { figure, minuteText } from './figure.ts';

type Prices = Pick<Markets, 'names' | 'findPair' | 'lastPrice'>;

/** What a coin is looked up against where no pair is named. */
const COUNTER = '_usdt';

const marketName = (market: string): string => market.charAt(0).toUpperCase() + market.slice(1);

/** 'XRP/USDT 0.5220 on Binance'. */
export function priceText({ lastPrice }: Pick<Prices, 'lastPrice'>, market: Market, pair: Pair): string {
  const last = lastPrice(market, pair.simpleName);
  const name = `${pair.baseCurrency}/${pair.counterCurrency}`;
  const on = `on ${marketName(market)}`;
  if (!last) return `${name}: no price is known ${on}`;
  const text = `${name} ${figure(last.price, pair.counterRound)} ${on}`;
  if (pair.status !== 'trading') return `${text}, the last one: it does not trade now`;
  return last.delayedSince === null
    ? text
    : `${text}, the last one known: trades are missing since ${minuteText(last.delayedSince)}`;
}

/** By 'xrp_usdt', 'XRP/USDT', 'xrpusdt' or 'xrp', on each market that trades it. */
export function pricesOf(markets: Prices, name: string): string[] {
  const folded = name.toLowerCase().replaceAll(/[/-]/g, '_');
  const found = (wanted: string) =>
    markets.names().flatMap((market) => {
      const pair = markets.findPair(market, wanted);
      return pair ? [priceText(markets, market, pair)] : [];
    });
  const asNamed = found(folded);
  return asNamed.length > 0 ? asNamed : found(folded + COUNTER);
}
