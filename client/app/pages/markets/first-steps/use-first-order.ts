import { useQuery } from '@tanstack/react-query';
import type { Market } from '#contracts/symbol.ts';
import { firstOrder } from '../../../../features/orders/orders.queries.ts';

/** Whether this key has never placed an order; null while unknown. */
export function useFirstOrder(market: Market, keyUid: string | null): boolean | null {
  const { data } = useQuery({ ...firstOrder(market, keyUid), enabled: keyUid !== null });
  return data ? !data.ordered : null;
}
