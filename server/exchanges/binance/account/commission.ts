import { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import * as z from 'zod/mini';
import type { Commission } from '../../exchange.ts';
import { amount } from '../binance-messages.ts';

const Rates = z.object({ maker: amount, taker: amount, buyer: amount, seller: amount });
type Rates = z.output<typeof Rates>;

const AccountCommission = z.object({
  standardCommission: Rates,
  specialCommission: Rates,
  taxCommission: Rates,
  discount: z.object({
    enabledForAccount: z.boolean(),
    enabledForSymbol: z.boolean(),
    discountAsset: z.nullable(z.string()),
    discount: amount,
  }),
});
type AccountCommission = z.output<typeof AccountCommission>;

type Role = 'maker' | 'taker';
const FACTOR_DECIMALS = 8;
const ROUND_UP = 3;

/** A trade is charged for its role and its side (faqs/commission_faq.md); the dearer side counts, so that no fee is underestimated. */
const rateOf = (rates: Rates, role: Role): Big =>
  rates[role].plus(rates.buyer.gt(rates.seller) ? rates.buyer : rates.seller);

/**
 * The part of the whole rate that is left. The discount multiplies the standard rate, and leaves special and tax as they are:
 * so Binance's worked example; the field's own comment calls it a reduction by that rate.
 */
function factorFor(
  { standardCommission, specialCommission, taxCommission, discount }: AccountCommission,
  role: Role,
): Big {
  const standard = rateOf(standardCommission, role);
  const fixed = rateOf(specialCommission, role).plus(rateOf(taxCommission, role));
  const whole = standard.plus(fixed);
  if (whole.eq(0)) return new Big(1);
  return standard.times(discount.discount).plus(fixed).div(whole).round(FACTOR_DECIMALS, ROUND_UP);
}

function discountOf(rates: AccountCommission): Commission['discount'] {
  const { enabledForAccount, enabledForSymbol, discountAsset: asset } = rates.discount;
  if (!enabledForAccount || !enabledForSymbol || asset === null) return null;
  const [maker, taker] = [factorFor(rates, 'maker'), factorFor(rates, 'taker')];
  return { asset, factor: max(maker, taker) };
}

const total = (rates: AccountCommission, role: Role): Big =>
  [rates.standardCommission, rates.specialCommission, rates.taxCommission].reduce(
    (sum, some) => sum.plus(rateOf(some, role)),
    ZERO,
  );

export const WireCommission = z.pipe(
  AccountCommission,
  z.transform((rates): Commission => ({
    maker: total(rates, 'maker'),
    taker: total(rates, 'taker'),
    discount: discountOf(rates),
  })),
);
