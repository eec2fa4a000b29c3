import { max, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { OrderContext } from '../orders.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { Drafted } from '../../../domain/position/entry-orders.ts';
import { availableBase } from './available-base.ts';
import { wasShort } from '../../../domain/exits/hold-whole.ts';
import { askOwner, inDoubtOf, noteLimited } from '../store/external-changes.store.ts';

interface Held {
  view: BlockView;
  position: PositionView;
}
interface Place {
  orders: Drafted[];
  asList: boolean;
}

const isLimited = ({ type, leg }: Drafted): boolean => type === 'market' && leg !== 'entry';

/** What is in doubt is not traded, whatever the account has: it may have been sold, or bought back, by hand. */
async function withinDoubt<Step extends Place>(
  deps: Pick<OrderContext, 'db' | 'clock' | 'keys' | 'markets' | 'free' | 'bots'>,
  { view, position }: Held,
  step: Step,
): Promise<Step | null> {
  const [order] = step.orders;
  if (!order || !isLimited(order) || !position.interference) return step;
  const { market, symbol } = view.block;
  const pair = deps.markets.findExchangePair(market, symbol);
  const { traded, missing } = await inDoubtOf(deps.db, position.row);
  const price = deps.markets.lastPrice(market, symbol)?.price ?? position.price;
  if (!pair) return null;
  const quantity = floorTo(pair.step, order.quantity.minus(traded).minus(missing));
  return isOrderable(quantity, price, pair) ? { ...step, orders: [{ ...order, quantity }] } : null;
}

/** Exits that were refused for what is not free at the moment go out for what is: all else would stay without any. */
async function withinFree<Step extends Place>(
  deps: Pick<OrderContext, 'db' | 'clock' | 'keys' | 'markets' | 'free' | 'bots'>,
  { view, position }: Held,
  step: Step,
): Promise<Step> {
  const [first] = step.orders;
  const { market, symbol } = view.block;
  const pair = deps.markets.findExchangePair(market, symbol);
  if (!first || !pair || view.intent.plan || !wasShort(position, first)) return step;
  const available = await availableBase(deps, { view, position });
  if (available === 'unknown' || available.quantity.gte(first.quantity)) return step;
  const quantity = floorTo(pair.step, available.quantity);
  const prices = step.orders.map(({ price, stopPrice }) => max(price ?? ZERO, stopPrice ?? ZERO));
  return prices.every((price) => isOrderable(quantity, price, pair))
    ? { ...step, orders: step.orders.map((order) => Object.assign({}, order, { quantity })) }
    : step;
}

/**
 * What is sold at market is never more than what of the position can still be there: other coins of the account are not
 * sold for it. Null where nothing of it can be sold: its owner is asked.
 */
export async function withinAvailable<Step extends Place>(
  deps: Pick<OrderContext, 'db' | 'clock' | 'keys' | 'markets' | 'free' | 'bots'>,
  { view, position }: Held,
  step: Step,
): Promise<Step | null> {
  if (position.section === 'sell') return withinDoubt(deps, { view, position }, step);
  const [order] = step.orders;
  if (!order) return step;
  if (!isLimited(order)) return withinFree(deps, { view, position }, step);
  const { market, symbol } = view.block;
  const pair = deps.markets.findExchangePair(market, symbol);
  const available = await availableBase(deps, { view, position });
  // Where the exchange does not say, it decides: it sells nothing that is not there.
  if (!pair || available === 'unknown') return withinDoubt(deps, { view, position }, step);
  if (available.quantity.gte(order.quantity)) return step;
  const price = deps.markets.lastPrice(market, symbol)?.price ?? position.price;
  const quantity = floorTo(pair.step, available.quantity);
  const missing = order.quantity.minus(quantity).toFixed();
  const of = { details: { kind: 'balance-spent', missing, asset: pair.base }, now: deps.clock() };
  // Exits of others tie it up: nothing was spent, and the rest follows once that is free.
  if (order.quantity.minus(available.there).lt(pair.step))
    return isOrderable(quantity, price, pair) ? { ...step, orders: [{ ...order, quantity }] } : null;
  if (isOrderable(quantity, price, pair)) {
    await noteLimited(deps.db, position.row, of);
    return { ...step, orders: [{ ...order, quantity }] };
  }
  await askOwner(deps.db, position.row, of);
  return null;
}
