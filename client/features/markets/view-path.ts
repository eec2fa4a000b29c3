import type { Big } from 'big.js';
import type { View } from '#contracts/rules/view.ts';
import { MARKETS } from '#contracts/symbol.ts';

/** A link to this view; with a price, one that has the order form take it (a draft: placing needs a press). */
export function viewPath({ market, symbolName, counterEarning, section }: View, price?: Big): string {
  const search = new URLSearchParams({ market, symbolName, counterEarning: String(counterEarning), section });
  if (price) search.set('price', price.toFixed());
  return `/markets/spot/list?${search.toString()}`;
}

/** The market that an address names and that is none; null where it names one, or none. */
export function unknownMarket(search: URLSearchParams): string | null {
  const name = search.get('market')?.trim() ?? '';
  return name === '' || MARKETS.some((market) => market === name.toLowerCase()) ? null : name.slice(0, 20);
}

const PRICE = /^\d{1,12}(\.\d{1,18})?$/;

/** The price an address asks the order form to take; null without one, or where it is none. */
export function draftPrice(search: URLSearchParams): string | null {
  const price = search.get('price')?.trim() ?? '';
  return PRICE.test(price) && Number(price) > 0 ? price : null;
}
