import type { Big } from 'big.js';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { floored } from '#contracts/rules/open-result.ts';
import type { FieldNote } from '#contracts/bot-preview.ts';
import { decimals, wireAmount } from '../../../lib/decimal.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';

export const note = (field: string, text: string, nearest: FieldNote['nearest'] = null): FieldNote => ({
  field,
  text,
  nearest: nearest && { ...nearest, value: wireAmount(nearest.value) },
});

/** Nearest value of the same field. */
export const noteWith = (field: string, text: string, value: Big): FieldNote => note(field, text, { field, value });

export const pairName = ({ base, counter }: Pick<ExchangePair, 'base' | 'counter'>): string => `${base}/${counter}`;

/** With the pair's decimals: '0.4800', '64,250.10'. */
export const priceText = (price: Big, { tick }: Pick<ExchangePair, 'tick'>): string => grouped(price, decimals(tick));

/** Money of the counter currency, cents where it has them. */
export const amountText = (amount: Big): string =>
  amount.abs().lt(0.01) && !amount.eq(0) ? amount.toFixed() : grouped(amount, 2);

const CENTS = 2;
/** A result with its sign, floored to so many decimals as on screens, of which zeros beyond cents are left out. */
export function signedText(result: Big, places: number): string {
  const shown = floored(result, seenDecimals(result, places));
  return `${shown.lt(0) ? '−' : '+'}${grouped(shown.abs(), Math.max(CENTS, decimals(shown)))}`;
}
