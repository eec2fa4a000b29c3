import { ZERO } from '#contracts/rules/decimal.ts';
import { fixed } from '../../../domain/matching/model/amount.ts';
import type { PaperAccount } from '../paper-account.ts';
import { DISCOUNT, FEE } from '../pairs.ts';

export const RATE = fixed(FEE);
export const NONE = fixed(ZERO);

const discount = ({ rights }: PaperAccount) => ({
  enabledForAccount: rights.bnbBurn,
  enabledForSymbol: true,
  discountAsset: DISCOUNT.asset,
  discount: fixed(DISCOUNT.factor),
});

/** The rates of a symbol's trades, each kind by itself. */
export function commissionRates(symbol: string, account: PaperAccount) {
  const none = { maker: NONE, taker: NONE, buyer: NONE, seller: NONE };
  return {
    symbol,
    standardCommission: { ...none, maker: RATE, taker: RATE },
    specialCommission: none,
    taxCommission: none,
    discount: discount(account),
  };
}

/** The rates of one order, for its side. */
export function commissionForOrder(account: PaperAccount) {
  const none = { maker: NONE, taker: NONE };
  return {
    standardCommissionForOrder: { maker: RATE, taker: RATE },
    specialCommissionForOrder: none,
    taxCommissionForOrder: none,
    discount: discount(account),
  };
}
