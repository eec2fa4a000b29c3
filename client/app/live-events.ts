import type { QueryClient } from '@tanstack/react-query';
import type { Topic, TopicBody } from '#contracts/live.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { checkSession } from '../features/accounts/session.ts';
import {
  alertFired,
  alertsChanged,
  patchAlertPrices,
  readAlertsAgain,
  readUnseenAgain,
} from '../features/alerts/alerts.live.ts';
import { readCandlesAgain } from '../features/chart/candles.queries.ts';
import { sayOutsideDeal, watchActiveKey } from '../features/keys/keys.live.ts';
import { keysChanged, readKeysAgain } from '../features/keys/invalidate-keys.ts';
import {
  balanceChanged,
  forgetBalances,
  patchPair,
  patchPrice,
  readMarketsAgain,
} from '../features/markets/markets.live.ts';
import { blockChanged } from '../features/orders/external-changes.ts';
import {
  forgetOrders,
  patchBlock,
  readOrdersAgain,
  sayProtection,
  targetFilled,
} from '../features/orders/orders.live.ts';
import { paced } from '../lib/paced.ts';
import { toast } from '../ui/toast.ts';
import type { LiveHandlers } from '../live/live-provider.tsx';

type Hands = { [T in Topic]: (client: QueryClient, body: TopicBody<T>) => void };

/** Open rows show the pair's status, so they are read again. */
function pairChanged(client: QueryClient, pair: TopicBody<'pair'>): void {
  patchPair(client, pair);
  readOrdersAgain(client);
}

/** Dispatches each topic to the feature that caches its data. */
const hands: Omit<Hands, 'balance'> = {
  'market-price': patchPrice,
  pair: pairChanged,
  'alert-prices': patchAlertPrices,
  'alert-price-executed': alertFired,
  alerts: alertsChanged,
  'first-filled': patchBlock,
  'second-filled-take-profit': targetFilled,
  'second-filled-stop-loss': targetFilled,
  'copy-skipped': patchBlock,
  'order-block': blockChanged,
  protection: sayProtection,
  keys: keysChanged,
  'outside-deal': (_, deal) => sayOutsideDeal(deal),
};

/** One deal changes the balances of its key and of all its copy keys. */
const BALANCES_EVERY = 1000;

function handsOf(client: QueryClient) {
  const { ask: readBalances } = paced(() => {
    balanceChanged(client);
    readKeysAgain(client);
  }, BALANCES_EVERY);
  const all: Hands = { ...hands, balance: readBalances };
  return <T extends Topic>({ topic, body }: { topic: T; body: TopicBody<T> }): void => all[topic](client, body);
}

function readAllAgain(client: QueryClient): void {
  readOrdersAgain(client);
  readMarketsAgain(client);
  readAlertsAgain(client);
  readKeysAgain(client);
  readCandlesAgain(client);
}

const watching = new WeakSet<QueryClient>();

/** Drops cached data of the previous key when the active key changes. */
function followActiveKey(client: QueryClient): void {
  if (watching.has(client)) return;
  watching.add(client);
  watchActiveKey(client, (name) => {
    forgetOrders(client);
    forgetBalances(client);
    toast.info(`Your active key is now ${isolated(name)}`, { id: 'active-key' });
  });
}

export function liveHandlers(client: QueryClient): LiveHandlers {
  followActiveKey(client);
  return {
    onEvent: handsOf(client),
    // An event that fails to parse may still be readable through the API.
    onUnread: () => readAllAgain(client),
    onBack: () => readAllAgain(client),
    onFirst: () => {
      readOrdersAgain(client);
      readKeysAgain(client);
      readUnseenAgain(client);
    },
    onRefused: () => void checkSession(client),
  };
}
