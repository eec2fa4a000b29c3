import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useMemo } from 'react';
import type { OpenPosition } from '#contracts/overview.ts';
import { isUnprotected } from '#contracts/rules/attention.ts';
import type { Market } from '#contracts/symbol.ts';
import { openPositions } from './overview.queries.ts';

/** Percent of all that is owned; less is no share worth naming. */
export const LEAST_SHARE = 0.1;

/** Prices of one market as they come, by name: 'XRP_USDT'. */
export interface LivePrices {
  market: Market;
  byName: Record<string, Big>;
}

function withLivePrice(block: OpenPosition, { market, byName }: LivePrices): OpenPosition {
  const symbol = block.orders[0]?.symbol;
  const price = symbol?.market === market ? byName[symbol.name.toUpperCase()] : undefined;
  return price ? { ...block, price } : block;
}

/** Open blocks at the newest prices. */
export function usePositions(prices: LivePrices) {
  const query = useQuery(openPositions);
  const { data } = query;
  const blocks = useMemo(() => data?.map((block) => withLivePrice(block, prices)), [data, prices]);
  return { query, blocks };
}

export const mainOf = ({ orders }: OpenPosition) => orders[0];

/** Where its label says 'Unprotected', on any key. */
export const isBlockUnprotected = ({ orders }: OpenPosition): boolean => orders.some(isUnprotected);
