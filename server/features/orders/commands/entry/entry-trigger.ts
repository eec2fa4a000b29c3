import type { Big } from 'big.js';
import type { PlaceOrder } from '#contracts/orders.ts';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { triggerFault } from '../../../../domain/position/entry-trigger.ts';
import { noSlotSentence } from '../../../../domain/exit-plan/stop-slots.ts';
import { newId } from '../../../../lib/id.ts';
import type { Orders } from '../../orders.ts';
import { freeSlots } from '../../store/used-slots.store.ts';

interface Sized {
  pair: ExchangePair;
  /** The limit that it becomes. */
  price: Big;
  key: { keyId: string };
}

const UNPRICED = 'The last price is not known yet. Try again in a moment.';

/** EX-9: why an entry cannot wait for a price; null where it can, or waits for none. */
export async function entryTriggerFault(
  orders: Orders,
  userId: string,
  { wanted, sized }: { wanted: PlaceOrder & { section: Side }; sized: Sized },
): Promise<string | null> {
  const { market: exchange, section: side, trigger } = wanted;
  if (!trigger) return null;
  const { pair, price: limit, key } = sized;
  const market = orders.markets.lastPrice(exchange, pair.symbol)?.price;
  if (!market) return UNPRICED;
  const fault = triggerFault(trigger, { side, market, limit, pair, exchange });
  if (fault !== null) return fault;
  const of = { userId, keyId: key.keyId, symbol: pair.symbol, positionId: newId() };
  const { algoOrders } = await freeSlots(orders.db, pair, of);
  return algoOrders === 0 ? noSlotSentence(`${pair.base}/${pair.counter}`, pair.limits.algoOrders ?? 0) : null;
}
