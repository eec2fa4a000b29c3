import { Big } from 'big.js';
import type { Side } from './side.ts';

const FULL = 100;
const PERCENT_DECIMALS = 2;

/** From here on a price on the wrong side of the market is confirmed first, in percent. */
const WRONG_WAY_FROM = new Big(5);

/** How far a price lies from the market, in percent of the market; negative below it. */
export const distanceFrom = (market: Big, price: Big): Big => price.minus(market).div(market).times(FULL);

/** Whether a limit order meets the other side of the book at once, as far as the last price says. */
export const fillsAtOnce = (side: Side, price: Big, market: Big): boolean =>
  side === 'buy' ? price.gt(market) : price.lt(market);

const AT_MARKET = 'at the market';

/** '0.02% below market', 'at the market'. */
export function placeText(price: Big, market: Big): string {
  const distance = distanceFrom(market, price);
  const share = distance.abs().round(PERCENT_DECIMALS, Big.roundHalfUp);
  if (share.eq(0)) return AT_MARKET;
  return `${share.toFixed(PERCENT_DECIMALS)}% ${distance.gt(0) ? 'above' : 'below'} market`;
}

/** The same with what follows for an order: '1.10% above market, fills at once'. */
export function distanceText(side: Side, price: Big, market: Big): string {
  const place = placeText(price, market);
  return place !== AT_MARKET && fillsAtOnce(side, price, market) ? `${place}, fills at once` : place;
}

export interface WrongWay {
  /** Percent of the market, positive. */
  percent: Big;
  /** What the order gives away against the market if the whole of it trades at its price, counter currency. */
  cost: Big;
}

/** A buy far above or a sell far below the market, which is likely a slip of the finger; null if it is not. */
export function wrongWay(
  { side, price, quantity }: { side: Side; price: Big; quantity: Big },
  market: Big,
): WrongWay | null {
  const distance = distanceFrom(market, price);
  const percent = side === 'buy' ? distance : distance.times(-1);
  if (percent.lte(WRONG_WAY_FROM)) return null;
  return { percent, cost: price.minus(market).abs().times(quantity) };
}
