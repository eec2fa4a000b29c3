import type { Big } from 'big.js';

export type LineKind = 'buy' | 'sell' | 'take-profit' | 'stop-loss' | 'alert';

/** How a line may be moved, and what comes of it. */
export interface Movable {
  /** Title of the question: 'Move take profit'. */
  title: string;
  /** The button that does it, without the price: 'Set take profit'. */
  action: string;
  /** Why the line cannot stand at a price; null where it can. */
  faultAt: (price: Big) => string | null;
  /** What the block would earn there; null where nothing is earned, or it cannot be known. */
  resultAt: (price: Big) => { profit: Big; percent: Big; unit: string } | null;
  /** Resolves once it is done: to false where it was refused, and the person was told. */
  move: (price: Big) => Promise<boolean>;
}

/** A labelled price on the chart. */
export interface ChartLine {
  id: string;
  kind: LineKind;
  price: Big;
  /** On the chart: 'TP'. */
  label: string;
  /** In words: 'Take profit of the buy block at 0.5200'. */
  name: string;
  /** Null of an entry: it stands where it was placed. */
  movable: Movable | null;
}

const HUNDRED = 100;

/** From the market to a price, as a percentage of the market. */
export const distance = (price: Big, market: Big): Big => price.minus(market).div(market).times(HUNDRED);

/** To a multiple of the price step, above zero. */
export function onTick(price: Big, tick: Big): Big {
  const steps = price.div(tick).round(0);
  return steps.gt(0) ? steps.times(tick) : tick;
}
