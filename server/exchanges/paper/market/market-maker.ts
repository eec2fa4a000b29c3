import { Big } from 'big.js';
import type { Offer } from '../../../domain/matching/model/market.ts';
import type { OrderSide } from '../../../domain/matching/model/order.ts';
import type { PaperPair } from '../pairs.ts';
import { hash, uniformAt } from './random.ts';

interface Quoted {
  pair: PaperPair;
  quote: Big;
}

const LEVELS = 5000;
/** Value in USDT of the offer at the quote itself: on a pair with two trades a second and more, and on the others. */
const TOUCH = { busy: 12_000, quiet: 3000 };
const BUSY_TRADES = 2;

/** Base units in whole steps, at least one, worth about so many USDT when the quote asset was at its start price. */
function quantityWorth({ step, quoteWorth }: PaperPair, usdt: number, price: Big): Big {
  const steps = Math.round(usdt / (Number(price) * Number(quoteWorth) * Number(step)));
  return step.times(Math.max(1, steps));
}

/**
 * What the market maker offers to an arriving order of `side`, best first: the touch at the quote, then a level at each tick
 * away from it. The same for the same quote, so that the book that is shown is the book that is met.
 */
export function* marketMakerOffers({ pair, quote }: Quoted, side: OrderSide): Generator<Offer> {
  const busy = pair.quote === 'USDT' && pair.tradesPerSecond >= BUSY_TRADES;
  const touch = busy ? TOUCH.busy : TOUCH.quiet;
  const seed = hash(`${pair.symbol}:${quote.toFixed()}`);
  yield { price: quote, qty: quantityWorth(pair, touch * (0.9 + 0.2 * uniformAt(seed, 0)), quote) };
  const away = side === 'BUY' ? 1 : -1;
  const start = Number(quote.div(pair.tick).round(0, side === 'BUY' ? 0 : 3));
  for (let distance = 1; distance <= LEVELS; distance += 1) {
    const ticks = start + distance * away;
    if (ticks <= 0) return;
    const price = pair.tick.times(ticks);
    const usdt = touch * (0.05 + 0.2 * uniformAt(seed, ticks) * Math.log1p(distance));
    yield { price, qty: quantityWorth(pair, usdt, price) };
  }
}
