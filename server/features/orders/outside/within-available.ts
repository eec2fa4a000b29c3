import type { Big } from 'big.js';
import { floorTo } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../../../exchanges/exchange.ts';
import type { OrderNeeds } from '../needs.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { Drafted } from '../work/send-orders.ts';
import { availableBase } from './available-base.ts';
import { askOwner, noteLimited } from './external-changes.store.ts';
import type { KnownFree } from './known-free.ts';

interface Deps extends Pick<OrderNeeds, 'db' | 'clock' | 'keys' | 'markets'> {
  free: KnownFree;
}
interface Place {
  orders: Drafted[];
  asList: boolean;
}

const isLegal = ({ minQuantity, minNotional }: ExchangePair, quantity: Big, price: Big): boolean =>
  quantity.gt(0) && quantity.gte(minQuantity) && quantity.times(price).gte(minNotional);

/**
 * What is sold at market is never more than what of the position can still be there: other coins of the account are not
 * sold for it. Null where nothing of it can be sold: its owner is asked.
 */
export async function withinAvailable<Step extends Place>(
  deps: Deps,
  { view, position }: { view: BlockView; position: PositionView },
  step: Step,
): Promise<Step | null> {
  const [order] = step.orders;
  if (position.section === 'sell' || !order || order.type !== 'market' || order.leg === 'entry') return step;
  const { market, symbol } = view.block;
  const pair = deps.markets.findExchangePair(market, symbol);
  const available = await availableBase(deps, { view, position });
  // Where the exchange does not say, it decides: it sells nothing that is not there.
  if (!pair || available === 'unknown' || available.quantity.gte(order.quantity)) return step;
  const price = deps.markets.lastPrice(market, symbol)?.price ?? position.price;
  const quantity = floorTo(pair.step, available.quantity);
  const missing = order.quantity.minus(quantity).toFixed();
  const of = { details: { kind: 'balance-spent', missing, asset: pair.base }, now: deps.clock() };
  if (isLegal(pair, quantity, price)) {
    await noteLimited(deps.db, position.row, of);
    return { ...step, orders: [{ ...order, quantity }] };
  }
  await askOwner(deps.db, position.row, of);
  return null;
}
