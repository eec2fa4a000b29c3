import { UserInfo } from '#contracts/accounts.ts';
import { listAlerts, listNearAlerts } from '#contracts/alerts.ts';
import { listUnseenAlerts } from '#contracts/unseen-alerts.ts';
import { getBot, listBots } from '#contracts/bots.ts';
import { listHooks, listHookSignals } from '#contracts/hooks.ts';
import { listWebhookDeliveries, listWebhooks } from '#contracts/webhooks.ts';
import { listDeals, reportHistory } from '#contracts/deals.ts';
import { listHistory, summarizeHistory } from '#contracts/history.ts';
import { listKeys } from '#contracts/keys.ts';
import { getMarketInfo, listPairs } from '#contracts/markets.ts';
import { getFirstOrder, listOrderBlocks } from '#contracts/order-lists.ts';
import { listOpenPositions } from '#contracts/overview.ts';
import { getSite } from '#contracts/site.ts';
import { getWorth } from '#contracts/worth.ts';
import type { QueryKey } from '@tanstack/react-query';
import * as z from 'zod/mini';

const rowsOf = (orders: z.ZodMiniType) => z.object({ blocks: z.array(orders), lastPage: z.number() });
const historyBlock = listHistory.response.shape.blocks.def.element;

/** Contract schemas of persisted queries, by key prefix. */
const SHAPES: readonly [key: QueryKey, shape: z.ZodMiniType][] = [
  [['site'], getSite.response],
  [['user'], z.nullable(UserInfo)],
  [['keys'], listKeys.response],
  [['markets', 'info'], getMarketInfo.response],
  [['markets', 'pairs'], listPairs.response],
  [['orders', 'rows'], rowsOf(listOrderBlocks.response.shape.content.def.valueType)],
  [['orders', 'first'], getFirstOrder.response],
  [['orders', 'history', 'rows'], rowsOf(historyBlock.shape.orders)],
  [['orders', 'history', 'summary'], summarizeHistory.response.shape.earned],
  [
    ['alerts', 'list'],
    z.object({
      pages: z.array(z.pick(listAlerts.response, { content: true, totalRecords: true, lastPageNumber: true })),
      pageParams: z.array(z.number()),
    }),
  ],
  [['alerts', 'near'], listNearAlerts.response],
  [['worth'], getWorth.response],
  [['orders', 'overview'], listOpenPositions.response.shape.blocks],
  [['orders', 'history', 'deals'], listDeals.response],
  [['orders', 'history', 'report'], reportHistory.response],
  [['alerts', 'unseen'], listUnseenAlerts.response],
  [['bots', 'list'], listBots.response.shape.content],
  [['hooks', 'list'], listHooks.response.shape.content],
  [['hooks', 'signals'], listHookSignals.response],
  [['webhooks', 'list'], listWebhooks.response.shape.content],
  [['webhooks', 'deliveries'], listWebhookDeliveries.response],
  [['bots', 'detail'], getBot.response],
];

const begins = (key: QueryKey, start: QueryKey): boolean => start.every((part, at) => key[at] === part);

/** Whether persisted data matches this version's schema; data of unknown queries never does. */
export function matchesContract(key: QueryKey, data: unknown): boolean {
  const shape = SHAPES.find(([start]) => begins(key, start))?.[1];
  if (!shape) return false;
  try {
    return z.safeEncode(shape, data).success;
  } catch {
    // A decimal that cannot be encoded.
    return false;
  }
}
