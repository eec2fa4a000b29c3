import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contracts/live.ts';
import {
  alertFired,
  alertsChanged,
  patchAlertPrices,
  readAlertsAgain,
  readUnseenAgain,
} from '../features/alerts/alerts.live.ts';
import { readCandlesAgain } from '../features/chart/candles.queries.ts';
import { readKeysAgain, sayOutsideDeal } from '../features/keys/keys.live.ts';
import { balanceChanged, patchPrice, readMarketsAgain } from '../features/markets/markets.live.ts';
import { patchBlock, readOrdersAgain } from '../features/orders/orders.live.ts';
import type { LiveHandlers } from '../live/live-provider.tsx';

/** Hands each message to the feature that keeps what it speaks of. */
function hand(client: QueryClient, event: LiveEvent): void {
  switch (event.topic) {
    case 'market-price':
      return patchPrice(client, event.body);
    case 'alert-prices':
      return patchAlertPrices(client, event.body);
    case 'alert-price-executed':
      return alertFired(client, event.body);
    case 'alerts':
      return alertsChanged(client);
    case 'first-filled':
    case 'second-filled-take-profit':
    case 'second-filled-stop-loss':
    case 'copy-skipped':
    case 'order-block':
      return patchBlock(client, event.body);
    case 'outside-deal':
      return sayOutsideDeal(event.body);
    case 'keys':
      return readKeysAgain(client);
    case 'balance':
      balanceChanged(client);
      return readKeysAgain(client);
    default:
      return event satisfies never;
  }
}

function readAllAgain(client: QueryClient): void {
  readOrdersAgain(client);
  readMarketsAgain(client);
  readAlertsAgain(client);
  readKeysAgain(client);
  readCandlesAgain(client);
}

export const liveHandlers = (client: QueryClient): LiveHandlers => ({
  onEvent: (event) => hand(client, event),
  // What this page cannot read as a message it may still read as an answer.
  onUnread: () => readAllAgain(client),
  onBack: () => readAllAgain(client),
  onRefused: () => readUnseenAgain(client),
});
