import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '../../server/db/schema/index.ts';
import { SOURCES } from '../../server/features/accounts/data-export/personal-data.store.ts';

/** Columns that a person does not get, by the reason. */
const PRIVATE: Record<string, readonly string[]> = {
  'names the person, alike in every row': ['*.userId'],
  'a secret, a key, a hash of one, or about one that is replaced': [
    'users.passwordHash',
    'users.totpSecret',
    'users.totpStep',
    'users.dataKey',
    'users.masterKeyId',
    'sessions.tokenHash',
    'passkeys.publicKey',
    'passkeys.counter',
    'api_tokens.tokenHash',
    'keys.sealedSecret',
    'keys.sealVersion',
    'bot_links.token',
    'bot_runs.startKey',
    'hooks.tokenHash',
    'hooks.oldTokenHash',
    'hooks.oldTokenUntil',
    'hooks.sealedSecret',
    'hook_signals.onceKey',
    'webhooks.sealedSecret',
    'webhooks.oldSealedSecret',
    'webhooks.oldSecretUntil',
    'push_subscriptions.endpoint',
    'push_subscriptions.p256dh',
    'push_subscriptions.auth',
    'audit_events.hash',
    'secret_uses.hash',
  ],
  'hashes and stored responses alone': [
    'known_devices.*',
    'one_time_tokens.*',
    'order_requests.*',
    'recovery_codes.*',
    'bot_copies.*',
  ],
  'waits a second, and is a delivery then': ['webhook_events.*'],
  'follows from columns that are exported': ['users.emailKey', 'alerts.pair', 'alerts.series', 'positions.watched'],
  'packed: files of the person, market prices, and the deals that the report of a backtest counts': [
    'backtests.deals',
    'backtest_files.bars',
    'backtest_files.flow',
    'support_messages.photo',
    'support_messages.photoType',
  ],
  'the message about a firing or an event that is exported, and how its sending went': [
    'deliveries.payload',
    'deliveries.lastError',
    'deliveries.expiresAt',
    'webhook_deliveries.expiresAt',
    'support_messages.lastError',
  ],
  'how far the work on a row is': [
    '*.nextAt',
    '*.leaseOwner',
    '*.leaseUntil',
    '*.fence',
    '*.dueAt',
    '*.armedSeq',
    '*.cancelAsked',
    'users.twoFactorEndNear',
    'alerts.num',
    'alerts.armedAt',
    'alerts.sortedAt',
    'alerts.changes',
    'backtests.progress',
    'bot_runs.watchedSince',
    'bot_runs.beyondNotified',
    'bot_runs.roundsNotified',
    'bot_runs.roundsNotifiedAt',
    'bot_runs.bars',
    'bot_runs.trustAt',
    'bot_runs.twinAt',
    'hooks.isNotified',
    'keys.ordersCompared',
    'positions.changedEntry',
    'positions.retriedAt',
    'positions.sendBefore',
  ],
};
const listed = Object.values(PRIVATE).flat();
const tables = Object.values(schema)
  .filter((one) => is(one, PgTable))
  .filter((table) => 'userId' in getTableColumns(table));
const exported = new Set(
  Object.values(SOURCES).flatMap(({ table, columns }) =>
    Object.keys(columns).map((column) => `${getTableName(table)}.${column}`),
  ),
);
const columns = tables.flatMap((table) =>
  Object.keys(getTableColumns(table)).map((column) => ({
    name: `${getTableName(table)}.${column}`,
    names: [`${getTableName(table)}.${column}`, `*.${column}`, `${getTableName(table)}.*`],
  })),
);
const isPrivate = ({ names }: { names: readonly string[] }) => names.some((name) => listed.includes(name));
const named = (some: typeof columns) => some.map(({ name }) => name);

describe('the download of a person’s data', () => {
  it('has every column, or says why not', () => {
    expect(columns.length).toBeGreaterThan(300);
    expect(named(columns.filter((column) => !exported.has(column.name) && !isPrivate(column)))).toEqual([]);
  });

  it('has no column that is private', () => {
    expect(named(columns.filter((column) => exported.has(column.name) && isPrivate(column)))).toEqual([]);
  });

  it('names as private what there is', () => {
    const there = new Set(columns.flatMap(({ names }) => names));
    expect(listed.filter((name) => !there.has(name))).toEqual([]);
  });
});
