import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { ExportKind } from '#contracts/data-export.ts';
import type { Db } from '../../../db/database.ts';
import {
  alerts,
  auditEvents,
  blockEvents,
  blockNotes,
  deliveries,
  fills,
  firings,
  keys,
  lossLimits,
  orderBlocks,
  orders,
  passkeys,
  positions,
  pushSubscriptions,
  secretUses,
  sessions,
  supportMessages,
  users,
  worthSnapshots,
} from '../../../db/schema/index.ts';
import { BOT_SOURCES, HOOK_SOURCES, TOKEN_SOURCES } from './bot-sources.store.ts';
import { ID, type Source, source } from './export-source.store.ts';

/** By kind, every column that is not private; tests/security/export.test.ts has the list of those, with reasons. */
export const SOURCES: Record<ExportKind, Source> = {
  profile: source(
    users,
    [
      'username',
      'email',
      'emailVerifiedAt',
      'telegram',
      'telegramChatId',
      'iconIdx',
      'googleSubject',
      'totpSince',
      'twoFactorEndsAt',
      'tradingOff',
      'orderLimit',
      'dayLimit',
      'thinMarkets',
      'alertsByMail',
      'quietFrom',
      'quietTo',
      'timeZone',
      'createdAt',
    ],
    [users.userId],
  ),
  sessions: source(
    sessions,
    [...ID, 'userAgent', 'address', 'remember', 'confirmedAt', 'usedAt', 'expiresAt'],
    [sessions.id],
  ),
  passkeys: source(passkeys, [...ID, 'name', 'transports', 'backedUp', 'usedAt'], [passkeys.id]),
  ...TOKEN_SOURCES,
  keys: source(
    keys,
    [
      ...ID,
      'market',
      'name',
      'apiKey',
      'mainKeyId',
      'active',
      'inProcess',
      'groupName',
      'multiplier',
      'ceiling',
      'fixed',
      'paper',
      'repeatOutside',
      'repeatOutsideSince',
      'checkedAt',
      'disabledReason',
      'deletedAt',
    ],
    [keys.id],
  ),
  blocks: source(
    orderBlocks,
    [
      ...ID,
      'market',
      'symbol',
      'section',
      'counterEarning',
      'origin',
      'botId',
      'marketPrice',
      'open',
      'takeProfits',
      'stop',
      'plan',
      'timing',
      'before',
      'trigger',
      'expiresAt',
      'ending',
      'closedAt',
      'updatedAt',
    ],
    [orderBlocks.id],
  ),
  positions: source(
    positions,
    [
      ...ID,
      'blockId',
      'keyId',
      'ordinal',
      'price',
      'quantity',
      'limits',
      'withTargets',
      'state',
      'skipCode',
      'reason',
      'interference',
      'released',
      'ending',
      'writtenOff',
      'ignoresTargets',
      'stopReachedAt',
      'planFacts',
      'unprotectedSince',
      'endReason',
      'endedAt',
      'carried',
      'awaits',
      'handsTo',
      'updatedAt',
    ],
    [positions.id],
  ),
  orders: source(
    orders,
    [
      'id',
      'blockId',
      'positionId',
      'keyId',
      'market',
      'symbol',
      'leg',
      'attempt',
      'side',
      'type',
      'price',
      'stopPrice',
      'quantity',
      'filledQuantity',
      'filledCounterQuantity',
      'state',
      'reason',
      'expiryReason',
      'plan',
      'target',
      'trailingDelta',
      'clientOrderId',
      'exchangeOrderId',
      'clientListId',
      'external',
      'externalClientId',
      'externalListId',
      'placedAt',
      'filledAt',
      'updatedAt',
    ],
    [orders.id],
  ),
  fills: source(
    fills,
    [
      'tradeId',
      'orderId',
      'keyId',
      'symbol',
      'price',
      'quantity',
      'commission',
      'commissionAsset',
      'commissionPrice',
      'tradedAt',
    ],
    [fills.keyId, fills.symbol, fills.tradeId],
  ),
  events: source(blockEvents, ['id', 'blockId', 'positionId', 'kind', 'details', 'at'], [blockEvents.id]),
  notes: source(blockNotes, ['blockId', 'tags', 'note', 'updatedAt'], [blockNotes.blockId]),
  ...BOT_SOURCES,
  ...HOOK_SOURCES,
  alerts: source(
    alerts,
    [
      ...ID,
      'market',
      'symbol',
      'price',
      'type',
      'condition',
      'calls',
      'informing',
      'comment',
      'favorite',
      'sendToTelegram',
      'active',
      'executed',
      'executedAt',
      'late',
      'seen',
    ],
    [alerts.id],
  ),
  firings: source(
    firings,
    ['id', 'alertId', 'price', 'note', 'calls', 'calledAt', 'crossedAt', 'firedAt', 'late', 'duringBar'],
    [firings.id],
  ),
  pushDevices: source(pushSubscriptions, [...ID, 'sessionId', 'userAgent', 'deliveredAt'], [pushSubscriptions.id]),
  deliveries: source(
    deliveries,
    [...ID, 'firingId', 'targetId', 'channel', 'state', 'held', 'attempts', 'doneAt'],
    [deliveries.id],
  ),
  messages: source(
    supportMessages,
    [...ID, 'channel', 'about', 'replyTo', 'message', 'attempts'],
    [supportMessages.id],
  ),
  audit: source(auditEvents, ['seq', 'kind', 'details', 'at'], [auditEvents.seq]),
  secretUses: source(
    secretUses,
    ['secret', 'seq', 'purpose', 'count', 'firstAt', 'lastAt'],
    [secretUses.secret, secretUses.seq],
  ),
  lossLimits: source(
    lossLimits,
    ['scope', 'kind', 'most', 'closesAll', 'setAt', 'day', 'base', 'highest', 'reachedAt'],
    [lossLimits.scope],
  ),
  worth: source(
    worthSnapshots,
    ['keyId', 'grain', 'bucket', 'at', 'usdt'],
    [worthSnapshots.grain, worthSnapshots.bucket, worthSnapshots.keyId],
  ),
};

export type DataRow = Record<string, unknown>;

const tuple = (parts: readonly unknown[]): SQL =>
  sql`(${sql.join(
    [...parts].map((part) => sql`${part}`),
    sql`, `,
  )})`;

/** A user's stored data, by kind. */
export function personalDataStore(db: Db, owner: string) {
  return {
    columnsOf: (kind: ExportKind): string[] => Object.keys(SOURCES[kind].columns),
    /** All rows in order of creation, at most `size` at a time. */
    async *read(kind: ExportKind, size: number): AsyncGenerator<DataRow[]> {
      const { table, owner: column, columns, by } = SOURCES[kind];
      const place = Object.fromEntries(by.map((one) => [one.name, one]));
      for (let after: SQL | undefined, full = true; full;) {
        const found = await db
          .select({ row: columns, place })
          .from(table)
          .where(and(eq(column, owner), after))
          .orderBy(...by.map((one) => asc(one)))
          .limit(size);
        const last = found.at(-1);
        full = found.length === size && last !== undefined;
        if (last) after = sql`${tuple(by)} > ${tuple(by.map((one) => last.place[one.name]))}`;
        yield found.map(({ row }) => row);
      }
    },
  };
}
export type PersonalData = ReturnType<typeof personalDataStore>;
