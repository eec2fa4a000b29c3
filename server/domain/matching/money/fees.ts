import { Big } from 'big.js';
import type { Account } from '../model/matching-account.ts';
import { ASSET_DECIMALS } from '../model/amount.ts';
import type { TradedMarket } from '../model/market.ts';
import type { Ledger } from './ledger.ts';

export interface FeeRates {
  maker: Big;
  taker: Big;
  discount: FeeDiscount | null;
}

/** Fees in `asset` are `factor` of the rate; what has no market against it is converted by way of `through`. */
export interface FeeDiscount {
  asset: string;
  factor: Big;
  through: string;
}

export interface Charge {
  asset: string;
  amount: Big;
}

type Markets = ReadonlyMap<string, Pick<TradedMarket, 'price'>>;
export interface ChargeContext {
  ledger: Pick<Ledger, 'of'>;
  markets: Markets;
  fees: FeeRates;
}

/** What one unit of `asset` is worth in `other` by last prices; null where no market says. */
function valueIn(markets: Markets, asset: string, other: string): Big | null {
  if (asset === other) return new Big(1);
  const direct = markets.get(asset + other);
  if (direct) return direct.price;
  const inverse = markets.get(other + asset);
  return inverse ? new Big(1).div(inverse.price) : null;
}

const rounded = (amount: Big): Big => amount.round(ASSET_DECIMALS, Big.roundDown);

function discounted(markets: Markets, { asset, amount }: Charge, discount: FeeDiscount): Big | null {
  const direct = valueIn(markets, asset, discount.asset);
  const rate =
    direct ?? valueIn(markets, asset, discount.through)?.times(valueIn(markets, discount.through, discount.asset) ?? 0);
  return rate && rate.gt(0) ? rounded(amount.times(rate).times(discount.factor)) : null;
}

/** The commission on what an account receives: in that asset, or in the discount asset while the account wants it so and has enough. */
export function chargeOn(received: Charge, payer: { account: Account; isMaker: boolean }, deps: ChargeContext): Charge {
  const { account, isMaker } = payer;
  const { discount, maker, taker } = deps.fees;
  const full = received.amount.times(isMaker ? maker : taker);
  const plain = { asset: received.asset, amount: rounded(full) };
  if (!account.paysDiscounted || !discount) return plain;
  const amount = discounted(deps.markets, { asset: received.asset, amount: full }, discount);
  if (amount === null) return plain;
  const isReceived = received.asset === discount.asset;
  const hasEnough = isReceived || deps.ledger.of(account, discount.asset).free.gte(amount);
  return hasEnough ? { asset: discount.asset, amount } : plain;
}
