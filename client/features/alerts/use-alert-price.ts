import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { alertPrices, priceName } from './alerts.queries.ts';

const NONE: Record<string, Big> = {};

/** Current prices of the page's market, by name: 'XRP_USDT'. */
export const useAlertPrices = (): Record<string, Big> => useQuery(alertPrices).data ?? NONE;

/** Current price of an alert's pair; null while unknown. The price of another pair renders nothing anew. */
export function useAlertPrice(symbol: string): Big | null {
  const { data = null } = useQuery({ ...alertPrices, select: (prices) => prices[priceName(symbol)] ?? null });
  return data;
}
