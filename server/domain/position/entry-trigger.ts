import { Big } from 'big.js';
import { ONE } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import type { ExchangePair } from '../market/pair.ts';

/** What sets an entry off, which then is a limit order. */
export interface EntryTrigger {
  price: Big;
  /** A buy waits for a rise with the first and for a fall with the second; a sale the other way round. */
  type: 'stop-limit' | 'take-profit-limit';
}

const LEAST_TICKS = 3;
const MOST_REACH = new Big('0.05');

/** EX-9: a trigger of `price` while the market stands elsewhere. */
export function triggerAt(side: Side, price: Big, market: Big): EntryTrigger {
  const rises = price.gt(market);
  return { price, type: rises === (side === 'buy') ? 'stop-limit' : 'take-profit-limit' };
}

interface Terms {
  side: Side;
  market: Big;
  /** The limit that it becomes. */
  limit: Big;
  pair: Pick<ExchangePair, 'tick' | 'triggers'>;
  exchange: string;
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
  const { side, market, pair, exchange } = terms;
  const { tick, triggers } = pair;
  if (!price.mod(tick).eq(0)) return `The price must be a multiple of ${tick.toFixed()}.`;
  const apart = tick.times(LEAST_TICKS);
  if (price.minus(market).abs().lt(apart)) {
    const [above, below] = [market.plus(apart), market.minus(apart)];
    return `The price that the order waits for must be at least ${above.toFixed()} or at most ${below.toFixed()}.`;
  }
  const { type } = triggerAt(side, price, market);
  const way = price.gt(market) ? 'higher' : 'lower';
  if (!triggers.has(type)) return `${exchange} holds no ${side} order that waits for a ${way} price.`;
  return limitFault(price, terms);
}
