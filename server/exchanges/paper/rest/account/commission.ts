import { ZERO } from '#contracts/rules/decimal.ts';
import type { Account } from '../../books/model/account.ts';
import { DISCOUNT_ASSET, DISCOUNT_FACTOR } from '../../books/fees.ts';
import { FEE, fixed } from '../../pairs.ts';

export const RATE = fixed(FEE);
export const NONE = fixed(ZERO);

const discount = ({ rights }: Account) => ({
  enabledForAccount: rights.bnbBurn,
  enabledForSymbol: true,
  discountAsset: DISCOUNT_ASSET,
  discount: fixed(DISCOUNT_FACTOR),
});

/** The rates of a symbol's trades, each kind by itself. */
export function commissionRates(symbol: string, account: Account) {
  const none = { maker: NONE, taker: NONE, buyer: NONE, seller: NONE };
  return {
    symbol,
    standardCommission: { ...none, maker: RATE, taker: RATE },
    specialCommission: none,
    taxCommission: none,
    discount: discount(account),
  };
}

/** The rates of one order, whose side is already reckoned in. */
export function commissionForOrder(account: Account) {
  const none = { maker: NONE, taker: NONE };
  return {
    standardCommissionForOrder: { maker: RATE, taker: RATE },
    specialCommissionForOrder: none,
    taxCommissionForOrder: none,
    discount: discount(account),
  };
}
