import { Big } from 'big.js';
import type { Draft } from './order.ts';

const BASIS_POINTS = 10_000;

/** Whether it waits for a price at or above its trigger, rather than at or below. */
export const triggersUp = ({ side, type }: Pick<Draft, 'side' | 'type'>): boolean =>
  (side === 'BUY') === type.startsWith('STOP_LOSS');

/** Whether a last price of `price` meets its stop price. */
export const isTriggered = (order: Draft, price: Big): boolean => {
  if (order.stopPrice.eq(0)) return false;
  return triggersUp(order) ? price.gte(order.stopPrice) : price.lte(order.stopPrice);
};

export const isTrailing = ({ details }: Pick<Draft, 'details'>): boolean => details.trailingDelta !== undefined;

/** Where an order that follows from `extreme` on is triggered: a sale below, a purchase above, whatever its type (faqs/trailing-stop-faq.md). */
function turned({ side, details: { trailingDelta = 0 } }: Draft, extreme: Big): Big {
  const points = side === 'SELL' ? -trailingDelta : trailingDelta;
  return extreme.times(BASIS_POINTS + points).div(BASIS_POINTS);
}

/** The price that triggers a trailing order as it stands; null while it does not follow the market. */
export const trailingTrigger = (order: Draft): Big | null => {
  const { trail } = order.details;
  return trail ? turned(order, new Big(trail.extreme)) : null;
};

/** Whether a last price of `price` triggers a trailing order. */
export function hasTurned(order: Draft, price: Big): boolean {
  const trigger = trailingTrigger(order);
  if (!trigger) return false;
  return order.side === 'SELL' ? price.lte(trigger) : price.gte(trigger);
}

/** Makes a trailing order follow the market from a price on. */
export function beginTrail({ details }: Draft, { price, now }: { price: Big; now: number }): void {
  const at = price.toFixed();
  details.trail = { since: now, start: at, extreme: at };
}

/** What a trade means for a trailing order: it begins, or it has a new extreme. False where nothing changed. */
export function followTrade(order: Draft, trade: { price: Big; now: number }): boolean {
  const { trail } = order.details;
  if (!trail) {
    if (!isTriggered(order, trade.price)) return false;
    beginTrail(order, trade);
    return true;
  }
  const isFurther = order.side === 'SELL' ? trade.price.gt(trail.extreme) : trade.price.lt(trail.extreme);
  if (isFurther) order.details.trail = { ...trail, extreme: trade.price.toFixed() };
  return isFurther;
}

/** The highest price at which a purchase without a limit can be triggered, as far as that is known when it is placed. */
export function highestTrigger(order: Draft): Big {
  if (!isTrailing(order)) return order.stopPrice;
  const start = order.stopPrice.gt(0) ? order.stopPrice : new Big(order.details.trail?.start ?? 0);
  return turned(order, start);
}
