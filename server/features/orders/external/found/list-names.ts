import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials, Exchange, ExchangeOrder } from '../../../../exchanges/exchange.ts';

/** An exchange that does not answer is asked again so often, after so many ms. */
export const TRIES = 5;
export const AGAIN_AFTER = 5000;

/**
 * Our ids of the lists that these orders came in, by the exchange's. Without its id a list would be canceled order by
 * order, and its other order would look canceled by hand. One that the exchange does not report has none: its orders are
 * brought back all the same.
 */
export async function listNames(
  exchange: Exchange,
  { credentials, orders }: { credentials: Credentials; orders: readonly ExchangeOrder[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const lists = new Map(
    orders.flatMap((order) => (order.exchangeListId ? [[order.exchangeListId, order.symbol]] : [])),
  );
  for (const [exchangeListId, symbol] of lists)
    for (let count = 1; !names.has(exchangeListId); count += 1) {
      const lookup = await exchange.findList(credentials, { symbol, exchangeListId });
      if (lookup.outcome === 'found') names.set(exchangeListId, lookup.list.clientListId);
      else if (lookup.outcome === 'absent' || count === TRIES) break;
      else await sleep(AGAIN_AFTER, undefined, { signal });
    }
  return names;
}
