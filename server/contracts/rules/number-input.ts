import { Big } from 'big.js';

/** '1,234.56': no key alone makes it. */
const GROUPED = /^\s*[1-9]\d{0,2}(,\d{3})+\.\d*\s*$/;
const SCIENTIFIC = /^\s*\d+(\.\d+)?e[+-]?\d{1,2}\s*$/i;

/** What comes into a field at once, written as no key alone would. */
function plain(text: string): string {
  if (SCIENTIFIC.test(text)) return new Big(text.trim()).toFixed();
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

/**
 * What a number field keeps of what was typed: commas become dots, digits and the first dot stay, cut to `decimals`. The
 * dot stays where there are none too: without it the digits typed after it would join those before.
 */
export function cleanNumber(typed: string, decimals: number): string {
  const [whole = '', ...rest] = plain(typed)
    .replaceAll(',', '.')
    .replace(/[^\d.]/g, '')
    .split('.');
  if (rest.length === 0) return whole;
  return `${whole}.${rest.join('').slice(0, decimals)}`;
}

const NUMBER = /^(\d+\.?\d*|\.\d+)$/;

/** The decimal a cleaned field holds; null while it holds none. */
export const readNumber = (field: string): Big | null => (NUMBER.test(field) ? new Big(field) : null);
