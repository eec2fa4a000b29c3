import type { Big } from 'big.js';
import type { Trend } from '#contracts/rules/series/trendline.ts';

export type LineKind = 'buy' | 'sell' | 'take-profit' | 'stop-loss' | 'alert' | 'level' | 'trend';

/** How a line can be moved, and the outcome. */
export interface Movable {
  /** Dialog title: 'Move take profit'. */
  title: string;
  /** Button label: 'Set take profit'. */
  action: string;
  /** Why a price is not allowed; null if it is. */
  faultAt: (price: Big) => string | null;
  /** Result of the block at a price; null if none or unknown. */
  resultAt: (price: Big) => { profit: Big; percent: Big; unit: string } | null;
  /** Of an order that waits: how a price lies to the market, and a warning where it is far on the wrong side. */
  orderAt?: (price: Big, market: Big) => { place: string; warning: string | null };
  /** Resolves to false if the change was refused and reported. */
  move: (price: Big) => Promise<boolean>;
}

/** A labeled price on the chart. */
export interface ChartLine {
  id: string;
  kind: LineKind;
  price: Big;
  /** Label on the chart: 'TP'. */
  label: string;
  /** Accessible name: 'Take profit of the buy block at 0.5200'. */
  name: string;
  /** Null for what cannot be moved: entries that have filled. */
  movable: Movable | null;
  /** Of a drawn line, which belongs to this device alone: opens its figures. */
  edit?: () => void;
}

/** What a new alert watches: a price, or a line that changes with time. */
export type AlertPlace = { price: Big } | { trend: Trend };

const HUNDRED = 100;

/** Signed percentage from the market price. */
export const distance = (price: Big, market: Big): Big => price.minus(market).div(market).times(HUNDRED);

/** Rounds to a positive multiple of the price step. */
export function onTick(price: Big, tick: Big): Big {
  const steps = price.div(tick).round(0);
  return steps.gt(0) ? steps.times(tick) : tick;
}
