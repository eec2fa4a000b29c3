import type { Big } from 'big.js';

const ROUND_DOWN = 0;
const MINUS = '\u2212';

/** As the pages show it in English: '1,234.50'. Further decimals are cut off. */
export function figure(value: Big, decimals: number): string {
  const [whole = '0', fraction] = value.abs().toFixed(decimals, ROUND_DOWN).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value.lt(0) && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

/** A result: '+1.20', '−0.35'. */
export const signed = (value: Big, decimals: number): string => `${value.gt(0) ? '+' : ''}${figure(value, decimals)}`;

/** '14:02 UTC' */
export const minuteText = (time: number): string => `${new Date(time).toISOString().slice(11, 16)} UTC`;

/** The first of them, and how many more there are. */
export function listText(lines: readonly string[], most: number, more: string): string {
  const shown = lines.slice(0, most).map((line) => `• ${line}`);
  const left = lines.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more: ${more}`] : [])].join('\n');
}
