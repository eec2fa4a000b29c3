import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { Markets } from '../../markets/index.ts';
import type { AlertDeps } from '../deps.ts';
import type { FiringDeps } from '../firing/fire-alerts.ts';
import type { OccasionsStore } from './occasions.store.ts';

export interface OccasionDeps extends FiringDeps, Pick<AlertDeps, 'clock' | 'log'> {
  occasions: OccasionsStore;
  markets: Pick<Markets, 'lastPrice' | 'pairName' | 'names'> & {
    exchange(market: Market): { pairs(): ReadonlyMap<string, ExchangePair> };
  };
}
