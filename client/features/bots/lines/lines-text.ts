import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { amount } from '../create/receipt-rows.ts';

/** '187.4 XRP and 210.33 USDT', cut and never rounded up. */
export function amountsOf({ base, counter }: { base?: Big; counter?: Big }, pair: Pair): string {
  const parts = [
    ...(base?.gt(0) ? [`${formatAmount(base, seenDecimals(base, 1))}\u00a0${pair.baseCurrency}`] : []),
    ...(counter?.gt(0) ? [amount(counter, pair.counterCurrency)] : []),
  ];
  return parts.join(' and ');
}

export const endingText = (of: { base: Big; counter: Big }, pair: Pair): string => amountsOf(of, pair) || 'Nothing';
