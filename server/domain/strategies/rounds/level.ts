import type { Big } from 'big.js';
import type { Side } from '#contracts/rules/side.ts';
import type { ExchangePair } from '../../market/pair.ts';

/** A pair's limits, and the fee rate of the key; 0 where another asset pays the fees. */
export interface GridRules extends Pick<ExchangePair, 'tick' | 'step' | 'minQuantity' | 'minNotional'> {
  fee: Big;
}

/**
 * How much a leg trades: always the same quantity, or by what the level holds. A sale by holdings sells all its coins, a
 * purchase by holdings spends what the sale before it brought in.
 */
export type Sizing = { by: 'fixed'; quantity: Big } | { by: 'holdings' };

/** A price to buy at and a higher one to sell at, traded in turns; what happens on other levels does not matter to it. */
export interface GridLevel {
  /** From 1, the lowest first. */
  number: number;
  buyPrice: Big;
  sellPrice: Big;
  /** Its first leg. */
  startsBy: Side;
  /** The leg that opens a cycle; the next one closes it, and its result is booked. */
  cycleOpensBy: Side;
  buys: Sizing;
  sells: Sizing;
  /** Trades on after its first cycle. */
  repeat: boolean;
  /** Of its first leg, where the start left it without what that leg needs; absent for its usual one. */
  firstPrice?: Big | null;
  /** C-20: base and counter units, where what it begins with is known before anything is traded. */
  begins?: { base: Big; counter: Big };
}

export const priceOf = ({ buyPrice, sellPrice }: Pick<GridLevel, 'buyPrice' | 'sellPrice'>, side: Side): Big =>
  side === 'buy' ? buyPrice : sellPrice;

/** a level that the start left without coins buys its first ones no higher than the start would have. */
export const legPrice = (level: GridLevel, { turn, side }: { turn: number; side: Side }): Big =>
  (turn === 0 ? level.firstPrice : null) ?? priceOf(level, side);
