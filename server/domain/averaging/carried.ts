import { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { type Assets, booksOf } from '../position/books.ts';
import type { FillFact, Position } from '../position/position.ts';
import { inProportion, split } from './split.ts';
import type { AverageTerms, Held } from './terms.ts';

/** A trade that a position took over from the block that it was joined or split from; `counter` is exact, to the last digit. */
export type CarriedTrade = Omit<FillFact, 'orderId' | 'counter' | 'commissionPrice'> & {
  counter: Big;
  commissionPrice: Big | null;
};

/** What a position took over from one block. */
export interface CarriedPart {
  blockId: string;
  trades: readonly CarriedTrade[];
}

/** A position that takes over a share of another; 1 is all of it. */
export interface Taker {
  positionId: string;
  share: Big;
}

/** What a position that was entered and not left holds. */
export function heldOf(position: Position, assets: Assets): Held {
  const { entry, base, counter } = booksOf(position, assets);
  const { quantity } = entry;
  return position.section === 'buy'
    ? { quantity, counter: counter.times(-1), net: base }
    : { quantity, counter, net: base.times(-1) };
}

/** AV-2: all that an entry traded, as it was; for a position that has closed nothing yet. */
export const tradesOf = ({ fills }: Position): CarriedTrade[] =>
  fills.map(({ price, quantity, counter, commission, commissionAsset, commissionPrice, tradedAt }) => ({
    price,
    quantity,
    counter: counter ?? quantity.times(price),
    commission,
    commissionAsset,
    commissionPrice: commissionPrice ?? null,
    tradedAt,
  }));

const COST_STEP = new Big('1e-8');
/** As fine as amounts are stored. */
const FINEST = new Big('1e-18');
const PRICE_DECIMALS = 18;

interface Whole {
  trades: readonly CarriedTrade[];
  held: Held;
  assets: Assets;
  terms: AverageTerms;
}

const feesIn = (trades: readonly CarriedTrade[], asset: string): Big =>
  trades.reduce((sum, each) => (each.commissionAsset === asset ? sum.plus(each.commission) : sum), ZERO);

/** A fee that was paid without a trade of its own. */
const paid = (trade: CarriedTrade, commission: Big): CarriedTrade => ({
  ...trade,
  quantity: ZERO,
  counter: ZERO,
  commission,
});

/** What was paid in neither of the pair's currencies keeps the price that it was worth then. */
function otherFees({ trades, assets }: Whole, nets: readonly Big[]): CarriedTrade[][] {
  const others = trades.filter(
    ({ commissionAsset: asset, commission }) => asset !== assets.base && asset !== assets.counter && !commission.eq(0),
  );
  const shared = others.map(({ commission }) => inProportion(commission, nets, FINEST));
  return nets.map((_, part) => others.map((trade, index) => paid(trade, shared[index]?.[part] ?? ZERO)));
}

/**
 * AV-4: the trades of a position shared out: coins by the shares of what can be sold, costs and fees with the coins. The
 * parts are the whole to the last digit.
 */
export function splitTrades(whole: Whole, shares: readonly Big[]): CarriedTrade[][] {
  const { trades, held, assets, terms } = whole;
  const tradedAt = trades.reduce((latest, trade) => Math.max(latest, trade.tradedAt), 0);
  const price = held.counter.div(held.quantity).round(PRICE_DECIMALS);
  const parts = split(held, shares, terms);
  const nets = parts.map(({ net }) => net);
  const counterFees = inProportion(feesIn(trades, assets.counter), nets, COST_STEP);
  const others = otherFees(whole, nets);
  return parts.map(({ quantity, counter: spent, net }, index) => {
    const isBuy = terms.side === 'buy';
    const counterFee = counterFees[index] ?? ZERO;
    const main: CarriedTrade = {
      price,
      quantity,
      counter: isBuy ? spent.minus(counterFee) : spent.plus(counterFee),
      commission: isBuy ? quantity.minus(net) : net.minus(quantity),
      commissionAsset: assets.base,
      commissionPrice: null,
      tradedAt,
    };
    const fees = counterFee.eq(0) ? [] : [Object.assign(paid(main, counterFee), { commissionAsset: assets.counter })];
    return [main].concat(fees, others[index] ?? []);
  });
}

/** Joined whole, or shared out: what each taker gets of a position. */
export const handedOver = (whole: Whole, shares: readonly Big[]): (readonly CarriedTrade[])[] =>
  shares.length === 1 && shares[0]?.eq(ONE) ? [whole.trades] : splitTrades(whole, shares);
