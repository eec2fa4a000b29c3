import type { Big } from 'big.js';
import { amountDecimals } from '#contracts/rules/amount-decimals.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { decimals } from '../../lib/decimal.ts';

/** 'xrp_usdt' for XRPUSDT. */
export const pairName = ({ base, counter }: ExchangePair): string => `${base}_${counter}`.toLowerCase();

interface Circumstances {
  /** When the pair was halted, UTC epoch ms. */
  haltedSince?: number | null;
  /** The value of one unit of an asset in USDT; null while not known. */
  usdtOf?: (asset: string) => Big | null;
}

export const presentPair = (
  market: Market,
  pair: ExchangePair,
  { haltedSince = null, usdtOf = () => null }: Circumstances = {},
): Pair => ({
  name: pairName(pair),
  market,
  simpleName: pair.symbol,
  status: pair.status,
  haltedSince: pair.status === 'trading' ? null : haltedSince,
  baseCurrency: pair.base,
  counterCurrency: pair.counter,
  baseStepSize: pair.step,
  counterStepSize: pair.tick,
  minCounterQuantity: pair.minNotional,
  baseRound: decimals(pair.step),
  counterRound: decimals(pair.tick),
  baseQuantityStep: pair.step,
  baseAmountDecimals: amountDecimals(usdtOf(pair.base)),
  counterAmountDecimals: amountDecimals(usdtOf(pair.counter)),
});
