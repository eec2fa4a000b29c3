import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { alertPrices, priceName } from './alerts.queries.ts';

/** Current price of an alert's pair; null while unknown. The price of another pair renders nothing anew. */
export function useAlertPrice(symbol: string): Big | null {
  const { data = null } = useQuery({ ...alertPrices, select: (prices) => prices[priceName(symbol)] ?? null });
  return data;
}
