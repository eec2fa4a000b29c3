import { describe } from 'vitest';
import type { RecordedMarket } from '../factories/recorded-market.ts';
import { recordedKeys } from './recorded/keys.ts';
import { recordedMarketData } from './recorded/market-data.ts';
import { recordedOrders } from './recorded/orders.ts';
import { recordedOutcomes } from './recorded/outcomes.ts';
import { recordedStreams } from './recorded/streams.ts';

/**
 * The part of the conformance suite that recorded answers can carry: what needs no order lists, and no exchange that
 * changes when it is told to.
 */
export function recordedConformance(name: string, market: RecordedMarket): void {
  describe(name, () => {
    describe('market data', () => recordedMarketData(market));
    describe('orders', () => recordedOrders(market));
    describe('outcomes', () => recordedOutcomes(market));
    describe('keys', () => recordedKeys(market));
    describe('streams', () => recordedStreams(market));
  });
}
