import type { Big } from 'big.js';
import type { View } from '#contracts/rules/view.ts';
import { MARKETS } from '#contracts/symbol.ts';

/** Address of a view; with a price, it prefills the order form. */
export function viewPath({ market, symbolName, counterEarning, section }: View, price?: Big): string {
  const search = new URLSearchParams({ market, symbolName, counterEarning: String(counterEarning), section });
  if (price) search.set('price', price.toFixed());
  return `/markets/spot/list?${search.toString()}`;
}

/** The unknown market named in the address; null if it is known or missing. */
export function unknownMarket(search: URLSearchParams): string | null {
  const name = search.get('market')?.trim() ?? '';
  return name === '' || MARKETS.some((market) => market === name.toLowerCase()) ? null : name.slice(0, 20);
}

const PRICE = /^\d{1,12}(\.\d{1,18})?$/;

/** Price that the address prefills into the order form; null if missing or invalid. */
export function draftPrice(search: URLSearchParams): string | null {
  const price = search.get('price')?.trim() ?? '';
  return PRICE.test(price) && Number(price) > 0 ? price : null;
}
