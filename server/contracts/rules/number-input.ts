import { Big } from 'big.js';

/**
 * What a number field keeps of what was typed: commas become dots, digits and the first dot stay, cut to `decimals`. The
 * dot stays where there are none too: without it the digits typed after it would join those before.
 */
export function cleanNumber(typed: string, decimals: number): string {
  const [whole = '', ...rest] = typed
    .replaceAll(',', '.')
    .replace(/[^\d.]/g, '')
    .split('.');
  if (rest.length === 0) return whole;
  return `${whole}.${rest.join('').slice(0, decimals)}`;
}

/** The decimal a cleaned field holds; null while it holds none. */
export const readNumber = (field: string): Big | null => (/\d/.test(field) ? new Big(field) : null);
