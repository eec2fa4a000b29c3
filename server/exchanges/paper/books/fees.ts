import { Big } from 'big.js';
import type { Market } from '../market/market.ts';
import { FEE } from '../pairs.ts';
import type { Account } from './model/account.ts';
import type { Ledger } from './ledger.ts';

/** The asset that pays fees at a discount, and the part of the rate that is then charged. */
export const DISCOUNT_ASSET = 'BNB';
export const DISCOUNT_FACTOR = new Big('0.75');
const THROUGH = 'USDT';
const PRECISION = 8;

export interface Charge {
  asset: string;
  amount: Big;
}

type Markets = ReadonlyMap<string, Market>;

/** What one unit of `asset` is worth in `other` by last prices; null where no market says. */
function worth(markets: Markets, asset: string, other: string): Big | null {
  if (asset === other) return new Big(1);
  const direct = markets.get(asset + other);
  if (direct) return direct.price;
  const inverse = markets.get(other + asset);
  return inverse ? new Big(1).div(inverse.price) : null;
}

function inDiscountAsset(markets: Markets, { asset, amount }: Charge): Big | null {
  const direct = worth(markets, asset, DISCOUNT_ASSET);
  const rate = direct ?? worth(markets, asset, THROUGH)?.times(worth(markets, THROUGH, DISCOUNT_ASSET) ?? 0);
  return rate && rate.gt(0) ? amount.times(rate).times(DISCOUNT_FACTOR).round(PRECISION, Big.roundDown) : null;
}

/** The commission on what an account receives: of that asset, or in BNB while the account wants it so and has enough. */
export function chargeOn(received: Charge, account: Account, parts: { ledger: Ledger; markets: Markets }): Charge {
  const full = received.amount.times(FEE);
  const plain = { asset: received.asset, amount: full.round(PRECISION, Big.roundDown) };
  if (!account.rights.bnbBurn) return plain;
  const amount = inDiscountAsset(parts.markets, { asset: received.asset, amount: full });
  if (amount === null) return plain;
  const isReceived = received.asset === DISCOUNT_ASSET;
  const hasEnough = isReceived || parts.ledger.of(account, DISCOUNT_ASSET).free.gte(amount);
  return hasEnough ? { asset: DISCOUNT_ASSET, amount } : plain;
}
