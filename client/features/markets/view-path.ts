import type { Big } from 'big.js';
import type { View } from '#contracts/rules/view.ts';
import { MARKETS } from '#contracts/symbol.ts';

/** Address of a view; with a price, or a quantity at it, it prefills the order form. */
export function viewPath({ market, symbolName, counterEarning, section }: View, price?: Big, quantity?: Big): string {
  const search = new URLSearchParams({ market, symbolName, counterEarning: String(counterEarning), section });
  if (price) search.set('price', price.toFixed());
  if (quantity) search.set('quantity', quantity.toFixed());
  return `/markets/spot/list?${search.toString()}`;
}

/** The unknown market named in the address; null if it is known or missing. */
export function unknownMarket(search: URLSearchParams): string | null {
  const name = search.get('market')?.trim() ?? '';
  return name === '' || MARKETS.some((market) => market === name.toLowerCase()) ? null : name.slice(0, 20);
}

const AMOUNT = /^\d{1,12}(\.\d{1,18})?$/;

function amountIn(search: URLSearchParams, name: string): string | null {
  const amount = search.get(name)?.trim() ?? '';
  return AMOUNT.test(amount) && Number(amount) > 0 ? amount : null;
}

/** Price that the address prefills into the order form; null if missing or invalid. */
export const draftPrice = (search: URLSearchParams): string | null => amountIn(search, 'price');
/** The same of a quantity, base units. */
export const draftQuantity = (search: URLSearchParams): string | null => amountIn(search, 'quantity');
