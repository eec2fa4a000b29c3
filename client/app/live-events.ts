import type { QueryClient } from '@tanstack/react-query';
import type { Topic, TopicBody } from '#contracts/live.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { announceLossLimit } from '../features/accounts/account/limits/loss-limits.live.ts';
import { checkSession, userQuery } from '../features/accounts/session.ts';
import { alertFired, alertsChanged, patchAlertPrices, invalidateAlerts } from '../features/alerts/alerts.live.ts';
import { invalidateBacktests, patchBacktest } from '../features/backtests/backtests.live.ts';
import { announceBot, invalidateBotDetails, invalidateBots, patchBot } from '../features/bots/bots.live.ts';
import { invalidateCandles } from '../features/chart/candles.queries.ts';
import { announceExternalDeal, watchActiveKey } from '../features/keys/keys.live.ts';
import { invalidateWorth } from '../features/keys/overview/worth.queries.ts';
import { keysChanged, invalidateKeys } from '../features/keys/invalidate-keys.ts';
import {
  balanceChanged,
  resetBalances,
  patchDepth,
  patchPair,
  patchPrice,
  patchTrades,
  invalidateMarkets,
} from '../features/markets/markets.live.ts';
import { blockChanged } from '../features/orders/external-changes.ts';
import {
  resetOrders,
  patchBlock,
  invalidateOrders,
  announceProtection,
  targetFilled,
} from '../features/orders/orders.live.ts';
import { repeatFirstReads } from '../lib/first-reads.ts';
import { throttle } from '../lib/throttle.ts';
import { toast } from '../ui/toast.ts';
import type { LiveHandlers } from '../live/live-provider.tsx';

type Handlers = { [T in Topic]: (client: QueryClient, body: TopicBody<T>) => void };

/** Open rows show the pair's status, so they are read again. */
function pairChanged(client: QueryClient, pair: TopicBody<'pair'>): void {
  patchPair(client, pair);
  invalidateOrders(client);
}

/** With the first block the bar has the overview. */
function noteTraded(client: QueryClient): void {
  client.setQueryData(userQuery.queryKey, (user) => (user && !user.traded ? { ...user, traded: true } : user));
}

function blockReported(client: QueryClient, block: TopicBody<'order-block'>): void {
  noteTraded(client);
  blockChanged(client, block);
}

function entryFilled(client: QueryClient, block: TopicBody<'first-filled'>): void {
  noteTraded(client);
  patchBlock(client, block);
}

/** Dispatches each topic to the feature that caches its data. */
const handlers: Omit<Handlers, 'balance' | 'bot' | 'bot-deal'> = {
  'market-price': patchPrice,
  pair: pairChanged,
  'market-depth': patchDepth,
  'market-trades': patchTrades,
  'alert-prices': patchAlertPrices,
  'alert-price-executed': alertFired,
  alerts: alertsChanged,
  'first-filled': entryFilled,
  'second-filled-take-profit': targetFilled,
  'second-filled-stop-loss': targetFilled,
  'copy-skipped': patchBlock,
  'order-block': blockReported,
  protection: announceProtection,
  'loss-limit': announceLossLimit,
  'bot-notice': announceBot,
  backtest: patchBacktest,
  keys: keysChanged,
  'outside-deal': (_, deal) => announceExternalDeal(deal),
};

/** A bot speaks up to four times a second; its levels and deals need not be read as often. */
const BOT_DETAILS_EVERY = 1000;
/** One deal changes the balances of its key and of all its copy keys. */
const BALANCES_EVERY = 1000;

function createDispatcher(client: QueryClient) {
  const { request: readBalances } = throttle(() => {
    balanceChanged(client);
    invalidateKeys(client);
    invalidateWorth(client);
  }, BALANCES_EVERY);
  const { request: readBots } = throttle(() => invalidateBotDetails(client), BOT_DETAILS_EVERY);
  const all: Handlers = {
    ...handlers,
    balance: readBalances,
    bot: (_, bot) => {
      patchBot(client, bot);
      readBots();
    },
    'bot-deal': readBots,
  };
  return <T extends Topic>({ topic, body }: { topic: T; body: TopicBody<T> }): void => all[topic](client, body);
}

function invalidateAll(client: QueryClient): void {
  invalidateOrders(client);
  invalidateMarkets(client);
  invalidateAlerts(client);
  invalidateKeys(client);
  invalidateWorth(client);
  invalidateCandles(client);
  invalidateBots(client);
  invalidateBacktests(client);
}

const watching = new WeakSet<QueryClient>();

/** Drops cached data of the previous key when the active key changes. */
function followActiveKey(client: QueryClient): void {
  watchActiveKey(client, (name) => {
    resetOrders(client);
    resetBalances(client);
    toast.info(`Your active key is now ${isolated(name)}`, { id: 'active-key' });
  });
}

/** For the life of the client, however often the live channel begins. */
function watch(client: QueryClient): void {
  if (watching.has(client)) return;
  watching.add(client);
  repeatFirstReads(client);
  followActiveKey(client);
}

export function liveHandlers(client: QueryClient): LiveHandlers {
  watch(client);
  return {
    onEvent: createDispatcher(client),
    // An event that fails to parse may still be readable through the API.
    onUnread: () => invalidateAll(client),
    onBots: () => invalidateBots(client),
    onBack: () => invalidateAll(client),
    onFirst: () => {
      invalidateOrders(client);
      invalidateKeys(client);
      invalidateAlerts(client);
    },
    onRefused: () => void checkSession(client),
  };
}
