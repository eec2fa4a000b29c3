import type { ResponseOf } from '#contracts/endpoint.ts';
import type { listBlockEvents } from '#contracts/orders.ts';
import type { Db } from '../../../db/client.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { BlockRef } from '../store/block-view.store.ts';
import { readEvents } from './list-events.store.ts';
import { tellEvent } from './tell-event.ts';

export async function listEvents(db: Db, ref: BlockRef): Promise<ResponseOf<typeof listBlockEvents>> {
  const events = await readEvents(db, ref);
  if (!events) throw new Refusal('not-found', 'There is no such order.');
  const told = events.map(({ at, uid, connectorName, kind, details }) => {
    const text = tellEvent(kind, details);
    return { at, uid, connectorName, kind, text };
  });
  return { events: told };
}
