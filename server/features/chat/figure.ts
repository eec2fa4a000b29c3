import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';

const ROUND_DOWN = 0;
const MINUS = '\u2212';

/** As the pages show it in English: '1,234.50'. Further decimals are cut off. */
export function figure(value: Big, decimals: number): string {
  const text = grouped(value.abs().round(decimals, ROUND_DOWN), decimals);
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
