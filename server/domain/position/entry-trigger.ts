import { Big } from 'big.js';
import { grouped, ONE } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { trailingEntryPrice } from '#contracts/rules/trailing-entry.ts';
import { distanceFault } from '../exit-plan/distance.ts';
import type { ExchangePair } from '../market/pair.ts';

/** What sets an entry off, which then is a limit order, or trades at market where it trails. */
export interface EntryTrigger {
  price: Big;
  /** A buy waits for a rise with the first and for a fall with the second; a sale the other way round. The last one trails. */
  type: 'stop-limit' | 'take-profit-limit' | 'take-profit';
  /** Fraction by which the market turns from its best trade before it trades; it begins at `price`, or did at once. */
  trailing?: { distance: Big; atOnce: boolean };
}

const LEAST_TICKS = 3;
const MOST_REACH = new Big('0.05');

/** EX-9: a trigger of `price` while the market stands elsewhere. */
export function triggerAt(side: Side, price: Big, market: Big): EntryTrigger {
  const rises = price.gt(market);
  return { price, type: rises === (side === 'buy') ? 'stop-limit' : 'take-profit-limit' };
}

/** EX-9: one that begins at `price`, or at once where the market is there, and trades once that has turned by `distance`. */
export function trailingTriggerAt(side: Side, of: { price: Big; distance: Big; market: Big; tick: Big }): EntryTrigger {
  const { price, distance, market, tick } = of;
  const apart = side === 'buy' ? market.minus(price) : price.minus(market);
  return { price, type: 'take-profit', trailing: { distance, atOnce: apart.lt(tick.times(LEAST_TICKS)) } };
}

interface Terms {
  side: Side;
  market: Big;
  /** The limit that it becomes. */
  limit: Big;
  pair: Pick<ExchangePair, 'tick' | 'triggers' | 'trailing'>;
  exchange: string;
  /** PB-9: it waits for a rise, wherever the market is: the exchange says whether it is there already. */
  isBreakout?: boolean;
}

/** The limit lies 0 to 5% beyond the trigger, so that it trades at once and not far away. */
function limitFault(price: Big, { side, limit }: Terms): string | null {
  const reach = side === 'buy' ? limit.div(price).minus(ONE) : ONE.minus(limit.div(price));
  if (reach.gte(0) && reach.lte(MOST_REACH)) return null;
  const where = side === 'buy' ? 'above' : 'below';
  return `The limit must be 0% to 5% ${where} the price that the order waits for.`;
}

/** EX-9: why an entry cannot wait for this price; null where it can. */
export function triggerFault(price: Big, terms: Terms): string | null {
  const { side, market, pair, exchange, isBreakout = false } = terms;
  const { tick, triggers } = pair;
  if (!price.mod(tick).eq(0)) return `The price must be a multiple of ${tick.toFixed()}.`;
  const apart = tick.times(LEAST_TICKS);
  if (!isBreakout && price.minus(market).abs().lt(apart)) {
    const [above, below] = [market.plus(apart), market.minus(apart)];
    return `The price that the order waits for must be at least ${grouped(above)} or at most ${grouped(below)}.`;
  }
  const type = isBreakout ? 'stop-limit' : triggerAt(side, price, market).type;
  const way = isBreakout || price.gt(market) ? 'higher' : 'lower';
  if (!triggers.has(type)) return `${exchange} holds no ${side} order that waits for a ${way} price.`;
  return limitFault(price, terms);
}

interface Trailing {
  price: Big;
  distance: Big;
}

/** A market that moves while its owner types may pass the price from which an entry trails. */
const PASSED_BY = new Big('0.01');

function startFault(price: Big, { side, market, pair: { tick } }: Terms): string | null {
  if (!price.mod(tick).eq(0)) return `The price must be a multiple of ${tick.toFixed()}.`;
  const isBuy = side === 'buy';
  const bound = market.times(isBuy ? ONE.plus(PASSED_BY) : ONE.minus(PASSED_BY));
  if (isBuy ? price.lte(bound) : price.gte(bound)) return null;
  const where = isBuy ? `most ${grouped(floorTo(tick, bound))}` : `least ${grouped(ceilTo(tick, bound))}`;
  return `The price from which a ${side} order trails must be at ${where}.`;
}

function sizeFault({ price, distance }: Trailing, { side, limit, pair: { tick } }: Terms): string | null {
  const least = trailingEntryPrice(side, { start: price, distance, tick });
  const beyond = side === 'buy' ? limit.minus(least) : least.minus(limit);
  const isSized = beyond.gte(0) && beyond.lte(least.times(MOST_REACH));
  return isSized ? null : `An order that trails is sized at ${grouped(least)}, or up to 5% beyond it.`;
}

/** EX-9: why an entry cannot trail from this price; null where it can. The limit is what it is sized at. */
export function trailingEntryFault(of: Trailing, terms: Terms): string | null {
  const { trailing, triggers } = terms.pair;
  if (!trailing || !triggers.has('take-profit')) return `${terms.exchange} holds no order that trails.`;
  const bounds = terms.side === 'buy' ? trailing.below : trailing.above;
  return distanceFault(of.distance, bounds) ?? startFault(of.price, terms) ?? sizeFault(of, terms);
}
