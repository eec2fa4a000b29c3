import type { Big } from 'big.js';

const ROUND_DOWN = 0;

/** Grouped as the locale writes it, cut (not rounded) to `decimals`, zeros kept, never scientific. */
export function formatAmount(amount: Big, decimals: number, locale?: string): string {
  const text = amount.toFixed(decimals, ROUND_DOWN);
  const [whole = '0', fraction] = text.replace('-', '').split('.');
  const format = new Intl.NumberFormat(locale, { useGrouping: true });
  const separator = new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value;
  const sign = text.startsWith('-') && /[1-9]/.test(text) ? '\u2212' : '';
  return sign + format.format(BigInt(whole)) + (fraction === undefined ? '' : (separator ?? '.') + fraction);
}
