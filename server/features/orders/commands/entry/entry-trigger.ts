import type { Big } from 'big.js';
import type { PlaceOrder } from '#contracts/orders.ts';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import {
  type EntryTrigger,
  trailingEntryFault,
  trailingTriggerAt,
  triggerAt,
  triggerFault,
} from '../../../../domain/position/entry-trigger.ts';
import { noSlotSentence } from '../../../../domain/exit-plan/stop-slots.ts';
import { newId } from '../../../../lib/id.ts';
import type { Orders } from '../../orders.ts';
import { freeSlots } from '../../store/used-slots.store.ts';

/** PB-9: what a bot orders waits for a rise. */
type Triggered = PlaceOrder & { section: Side; bot?: object };

interface Sized {
  pair: ExchangePair;
  /** The limit that it becomes. */
  price: Big;
  key: { keyId: string };
}

const PERCENT = 100;
const distanceOf = ({ trailing }: Pick<PlaceOrder, 'trailing'>): Big | null =>
  trailing ? trailing.percent.div(PERCENT) : null;
const NO_START = 'An order that trails needs the price from which it does: send trigger.';

/** EX-9: what a new entry waits for; null where it waits for nothing, or the last price is not known. */
export function entryTriggerOf(
  { section: side, trigger, trailing, bot }: Triggered,
  market: Big | null,
  tick: Big,
): EntryTrigger | null {
  if (!trigger || !market) return null;
  if (bot) return { price: trigger, type: 'stop-limit' };
  const distance = distanceOf({ trailing });
  return distance
    ? trailingTriggerAt(side, { price: trigger, distance, market, tick })
    : triggerAt(side, trigger, market);
}

const UNPRICED = 'The last price is not known yet. Try again in a moment.';

/** EX-9: why an entry cannot wait for a price; null where it can, or waits for none. */
export async function entryTriggerFault(
  orders: Orders,
  userId: string,
  { wanted, sized }: { wanted: Triggered; sized: Sized },
): Promise<string | null> {
  const { market: exchange, section: side, trigger } = wanted;
  const distance = distanceOf(wanted);
  if (!trigger) return distance ? NO_START : null;
  const { pair, price: limit, key } = sized;
  const market = orders.markets.lastPrice(exchange, pair.symbol)?.price;
  if (!market) return UNPRICED;
  const terms = { side, market, limit, pair, exchange, isBreakout: Boolean(wanted.bot) };
  const fault = distance ? trailingEntryFault({ price: trigger, distance }, terms) : triggerFault(trigger, terms);
  if (fault !== null) return fault;
  const of = { userId, keyId: key.keyId, symbol: pair.symbol, positionId: newId() };
  const { algoOrders } = await freeSlots(orders.db, pair, of);
  return algoOrders === 0 ? noSlotSentence(`${pair.base}/${pair.counter}`, pair.limits.algoOrders ?? 0) : null;
}
