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

/** Of an address, as URLSearchParams. */
interface Search {
  get(name: string): string | null;
}

/** What an address leaves out or spells wrongly is the default; a pair stays as it was named, its separator a '_'. */
export function readView(search: Search): View {
  const text = (name: string) => search.get(name)?.trim().toLowerCase() ?? '';
  return {
    market: oneOf(MARKETS, text('market')) ?? DEFAULT_VIEW.market,
    symbolName: text('symbolName').replace(/[/-]/, '_') || DEFAULT_VIEW.symbolName,
    counterEarning: text('counterEarning') !== 'false',
    section: oneOf(SECTIONS, text('section')) ?? DEFAULT_VIEW.section,
  };
}
