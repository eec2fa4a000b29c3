import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { previewOrder } from '#contracts/orders.ts';
import { useSyncExternalStore } from 'react';
import { call } from '../../../lib/call.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { ordersKey } from '../orders.queries.ts';
import { type Order, orderText } from './use-place-order.ts';

const WAIT_MS = 300;
/** Maximum wait while the market price changes the order. */
const MAX_WAIT_MS = 1500;
const REFUSED_MS = 3000;

const placeOf = ({ section, market, symbolName }: Order): string => `${section} ${market} ${symbolName}`;

/** Each order has its own cache entry; meanwhile the previous answer is shown dimmed. */
const orderPreview = (order: Order | null) =>
  queryOptions({
    queryKey: [...ordersKey, 'preview', order && placeOf(order), order && orderText(order)],
    queryFn: ({ signal }) => {
      if (!order) throw new Error('There is no order to preview.');
      const { section, ...json } = order;
      return call(previewOrder, { params: { section }, json, signal });
    },
    // A refused order may become valid as the market moves.
    refetchInterval: ({ state }) => (state.data?.error ? REFUSED_MS : false),
    gcTime: MINUTE_MS,
    placeholderData: (before, query) => (order && query?.queryKey.at(-2) === placeOf(order) ? before : undefined),
  });

const NOTHING: ResponseOf<typeof previewOrder> = { error: null, receipts: [], fee: null, deepestStop: null };

function onVisibilityChange(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const usePageVisible = (): boolean =>
  useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');

/** The server's preview, requested after a pause in typing. */
export function usePreview(order: Order | null) {
  const { debounced, pending } = useDebounced(order, { wait: WAIT_MS, maxWait: MAX_WAIT_MS });
  const enabled = usePageVisible() && debounced !== null;
  const { data, isPlaceholderData } = useQuery({ ...orderPreview(debounced), enabled });
  return { preview: (order && data) ?? NOTHING, outdated: pending || isPlaceholderData };
}
