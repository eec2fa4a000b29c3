import type { Big } from 'big.js';
import { MARKETS, type Market } from '#contracts/symbol.ts';

const SECTIONS = ['buy', 'sell', 'alerts', 'history'] as const;
export type Section = (typeof SECTIONS)[number];

/** The markets page's one state, kept in its address. */
export interface View {
  market: Market;
  symbolName: string;
  counterEarning: boolean;
  section: Section;
}

export const DEFAULT_VIEW: View = {
  market: 'binance',
  symbolName: 'xrp_usdt',
  counterEarning: true,
  section: 'buy',
};

const PAIR = /^[a-z0-9]{1,20}(_[a-z0-9]{1,20})?$/;
const oneOf = <T extends string>(known: readonly T[], text: string): T | undefined =>
  known.find((value) => value === text);

/** Whether it can be a pair at all; whether it is one the server says. */
export const isPairName = (name: string): boolean => PAIR.test(name);

/** What an address leaves out or spells wrongly is the default; a pair stays as it was named, its separator a '_'. */
export function readView(search: URLSearchParams): View {
  const text = (name: string) => search.get(name)?.trim().toLowerCase() ?? '';
  return {
    market: oneOf(MARKETS, text('market')) ?? DEFAULT_VIEW.market,
    symbolName: text('symbolName').replace(/[/-]/, '_') || DEFAULT_VIEW.symbolName,
    counterEarning: text('counterEarning') !== 'false',
    section: oneOf(SECTIONS, text('section')) ?? DEFAULT_VIEW.section,
  };
}

/** A link to this view; with a price, one that has the order form take it (a draft: placing needs a press). */
export function viewPath({ market, symbolName, counterEarning, section }: View, price?: Big): string {
  const search = new URLSearchParams({ market, symbolName, counterEarning: String(counterEarning), section });
  if (price) search.set('price', price.toFixed());
  return `/markets/spot/list?${search.toString()}`;
}

const PRICE = /^\d{1,12}(\.\d{1,18})?$/;

/** The price an address asks the order form to take; null without one, or where it is none. */
export function draftPrice(search: URLSearchParams): string | null {
  const price = search.get('price')?.trim() ?? '';
  return PRICE.test(price) && Number(price) > 0 ? price : null;
}
