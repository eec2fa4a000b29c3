import type { Big } from 'big.js';

const ROUND_DOWN = 0;

interface Format {
  grouped: { format(whole: bigint): string };
  /** Decimal separator. */
  point: string;
}

const formats = new Map<string, Format>();
/** Creating the first Intl.NumberFormat takes about 100 ms on a phone, so the most common format is built in. */
const ENGLISH: Format = {
  grouped: { format: (whole) => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',') },
  point: '.',
};
const IN_ENGLISH = new Set(['en', 'en-US', 'en-GB']);

function formatOf(locale: string): Format {
  if (IN_ENGLISH.has(locale)) return ENGLISH;
  const known = formats.get(locale);
  if (known) return known;
  const grouped = new Intl.NumberFormat(locale, { useGrouping: true });
  const point = grouped.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const format = { grouped, point };
  formats.set(locale, format);
  return format;
}

/** As many decimals as it has. */
export const decimalsOf = (amount: Big): number => amount.toFixed().split('.')[1]?.length ?? 0;

export const decimalSeparator = (locale: string): string => formatOf(locale).point;

/** Grouped by locale, truncated (not rounded) to `decimals`, trailing zeros kept, never scientific. */
export function formatAmount(amount: Big, decimals: number, locale = navigator.language): string {
  const text = amount.toFixed(decimals, ROUND_DOWN);
  const [whole = '0', fraction] = text.replace('-', '').split('.');
  const { grouped, point } = formatOf(locale);
  const sign = text.startsWith('-') && /[1-9]/.test(text) ? '\u2212' : '';
  return sign + grouped.format(BigInt(whole)) + (fraction === undefined ? '' : point + fraction);
}
