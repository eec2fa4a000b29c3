import { accountEndpoints } from './account-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { marketEndpoints } from './market-endpoints.ts';
import { tradingEndpoints } from './trading-endpoints.ts';

/** Every call of the exchange, for REST and for the websocket API alike. */
export const ENDPOINTS: readonly Endpoint[] = [...marketEndpoints, ...tradingEndpoints, ...accountEndpoints];
