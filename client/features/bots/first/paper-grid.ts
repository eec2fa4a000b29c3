import type { CreateBot } from '#contracts/bots.ts';
import type { MarketInfo } from '#contracts/markets.ts';
import { Big } from 'big.js';

const PAIR = { market: 'binance', symbolName: 'xrp_usdt' } as const;
/** A paper account has 10,000 USDT. */
const INVEST = new Big(400);
const STEPS = 8;

/** A grid around the market that is legal on the paper exchange; null while the price is not known. */
export function paperGrid({ symbol, symbolPrice }: Pick<MarketInfo, 'symbol' | 'symbolPrice'>): CreateBot | null {
  if (!symbolPrice) return null;
  const at = (times: string): Big => symbolPrice.times(times).round(symbol.counterRound, 0);
  return {
    ...PAIR,
    name: 'My first grid',
    type: 'grid',
    settings: {
      low: at('0.92'),
      high: at('1.08'),
      steps: STEPS,
      spacing: 'amount',
      size: 'amount',
      invest: INVEST,
      heldMirrors: 2,
    },
  };
}
