import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../exchanges/exchange.ts';
import { decimals } from '../../lib/decimal.ts';

/** 'xrp_usdt' for XRPUSDT. */
export const pairName = ({ base, counter }: ExchangePair): string => `${base}_${counter}`.toLowerCase();

export const presentPair = (market: Market, pair: ExchangePair): Pair => ({
  name: pairName(pair),
  market,
  simpleName: pair.symbol,
  baseCurrency: pair.base,
  counterCurrency: pair.counter,
  baseStepSize: pair.step,
  counterStepSize: pair.tick,
  minCounterQuantity: pair.minNotional,
  baseRound: decimals(pair.step),
  counterRound: decimals(pair.tick),
  baseQuantityStep: pair.step,
});
