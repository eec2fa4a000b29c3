import type { ResponseOf } from '#contracts/endpoint.ts';
import type { listBlockEvents } from '#contracts/order-lists.ts';
import type { Market } from '#contracts/symbol.ts';
import { decimals } from '../../../lib/decimal.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { BlockRef } from '../store/block-view.store.ts';
import { type EventsOf, readEvents } from './list-events.store.ts';
import { eventIds, type EventTerms, eventText } from './event-text.ts';
import type { OrderDeps } from '../deps.ts';

const AUTOMATIC = new Set(['from-bot', 'from-signal']);

/** Steps that are not known any more have no decimals. */
function termsOf({ markets }: Pick<OrderDeps, 'markets'>, { block: { market, symbol }, events }: EventsOf): EventTerms {
  const pair = markets.findPastPair(market as Market, symbol);
  const priceDecimals = pair && pair.triggers.size > 0 ? decimals(pair.tick) : 0;
  return { base: pair?.base ?? '', priceDecimals, isAutomatic: events.some(({ kind }) => AUTOMATIC.has(kind)) };
}

export async function listEvents(
  deps: Pick<OrderDeps, 'db' | 'markets'>,
  ref: BlockRef,
): Promise<ResponseOf<typeof listBlockEvents>> {
  const found = await readEvents(deps.db, ref);
  if (!found) throw new Refusal('not-found', 'There is no such order.');
  const terms = termsOf(deps, found);
  const reported = found.events.map(({ at, uid, connectorName, kind, details }) => {
    const text = eventText(kind, details, terms);
    return { at, uid, connectorName, kind, text, ids: eventIds(details) };
  });
  return { events: reported };
}
