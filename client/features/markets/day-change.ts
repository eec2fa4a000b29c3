import type { Big } from 'big.js';

/** Change since 24 hours ago, in percent; null while a price is not known. */
export const dayChange = (price: Big | null, open: Big | null): Big | null =>
  price && open?.gt(0) ? price.minus(open).div(open).times(100) : null;

interface ChangeText {
  text: string;
  tone: 'up' | 'down' | null;
}

const DECIMALS = 2;

/** Signed and with an arrow, since color alone does not reach every reader. */
export function changeText(change: Big | null): ChangeText {
  if (!change) return { text: '—', tone: null };
  const amount = change.abs().toFixed(DECIMALS);
  if (Number(amount) === 0) return { text: `${amount}%`, tone: null };
  return change.gt(0) ? { text: `▲ +${amount}%`, tone: 'up' } : { text: `▼ −${amount}%`, tone: 'down' };
}
