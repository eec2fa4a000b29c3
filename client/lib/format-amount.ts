import type { Big } from 'big.js';

const ROUND_DOWN = 0;

interface Format {
  grouped: Intl.NumberFormat;
  /** Between whole and fraction. */
  point: string;
}

/** Making one costs more than a hundred uses. */
const formats = new Map<string | undefined, Format>();

function formatOf(locale: string | undefined): Format {
  const known = formats.get(locale);
  if (known) return known;
  const grouped = new Intl.NumberFormat(locale, { useGrouping: true });
  const point = grouped.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const format = { grouped, point };
  formats.set(locale, format);
  return format;
}

/** Grouped as the locale writes it, cut (not rounded) to `decimals`, zeros kept, never scientific. */
export function formatAmount(amount: Big, decimals: number, locale?: string): string {
  const text = amount.toFixed(decimals, ROUND_DOWN);
  const [whole = '0', fraction] = text.replace('-', '').split('.');
  const { grouped, point } = formatOf(locale);
  const sign = text.startsWith('-') && /[1-9]/.test(text) ? '\u2212' : '';
  return sign + grouped.format(BigInt(whole)) + (fraction === undefined ? '' : point + fraction);
}
