import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { alertListKey } from '../features/alerts/alerts.queries.ts';
import { unseenIn } from '../features/alerts/unseen.queries.ts';
import { rowsKey } from '../features/orders/orders.queries.ts';
import { liveHandlers } from './live-events.ts';

it('what was read before the live channel began is read again: an alert may have fired in between', () => {
  const client = new QueryClient();
  const read = [alertListKey, unseenIn(), rowsKey];
  for (const key of read) client.setQueryData(key, {});
  liveHandlers(client).onFirst();
  expect(read.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});
