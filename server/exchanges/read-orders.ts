import * as z from 'zod/mini';
import type { Log } from '../lib/log.ts';
import type { ExchangeOrder, OpenOrders, UnreadOrder } from './exchange.ts';

export interface ReadOrders {
  orders: ExchangeOrder[];
  unread: UnreadOrder[];
}

const Name = z.union([z.string(), z.pipe(z.int(), z.transform(String))]);
const Fields = z.record(z.string(), z.unknown());
const nameIn = (field: unknown): string | null => Name.safeParse(field).data ?? null;

/** The fields that name an order, by the exchange's own words for them. */
export type OrderNames = Record<keyof UnreadOrder, string>;

function namesIn(entry: unknown, names: OrderNames): UnreadOrder {
  const fields = Fields.safeParse(entry).data ?? {};
  return {
    symbol: nameIn(fields[names.symbol]),
    exchangeOrderId: nameIn(fields[names.exchangeOrderId]),
    clientOrderId: nameIn(fields[names.clientOrderId]),
  };
}

/** An order that does not read as documented costs only itself: it is named, and the rest is read. */
export function readOrders(
  entries: readonly unknown[],
  schema: z.ZodMiniType<ExchangeOrder>,
  names: OrderNames,
): ReadOrders {
  const read: ReadOrders = { orders: [], unread: [] };
  for (const entry of entries) {
    const order = schema.safeParse(entry);
    if (order.success) read.orders.push(order.data);
    else read.unread.push(namesIn(entry, names));
  }
  return read;
}

/** Whether an order may be among these: one whose name could not be read may be any. */
export const maybeAmong = (unread: readonly UnreadOrder[], clientOrderId: string): boolean =>
  unread.some((each) => each.clientOrderId === null || each.clientOrderId === clientOrderId);

/** The answer to what is open; `unread` is absent where everything was read. */
export function openOrdersOf({ orders, unread }: ReadOrders, log: Log): OpenOrders {
  if (unread.length === 0) return { outcome: 'ok', value: orders };
  log.warn({ unread }, 'open orders that could not be read');
  return { outcome: 'ok', value: orders, unread };
}
