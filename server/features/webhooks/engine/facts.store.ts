import { and, eq, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../db/database.ts';
import { lossLimits } from '../../../db/schema/accounts.ts';
import { alerts, firings } from '../../../db/schema/alerts.ts';
import { botLevels, botOrders, botRuns, bots } from '../../../db/schema/bots.ts';
import { hooks, hookSignals } from '../../../db/schema/hooks.ts';
import { blockEvents, orderBlocks, orders, positions } from '../../../db/schema/orders.ts';
import type { EventRow } from './queue.store.ts';

const detail = (name: string) => sql<string | null>`${blockEvents.details} ->> ${name}`;

const refersTo = (table: { userId: PgColumn; id: PgColumn }, { userId, refId }: EventRow): SQL | undefined =>
  and(eq(table.userId, userId), eq(table.id, refId));

/** What the rows say that an event refers to; null where they are gone by now. */
export async function blockLine(tx: Tx, event: EventRow) {
  const ofPosition = and(eq(positions.userId, blockEvents.userId), eq(positions.id, blockEvents.positionId));
  const [line] = await tx
    .select({
      id: blockEvents.id,
      at: blockEvents.at,
      kind: blockEvents.kind,
      leg: detail('leg'),
      state: detail('state'),
      how: detail('how'),
      reason: sql<string | null>`coalesce(${detail('sentence')}, ${detail('code')})`,
      blockId: blockEvents.blockId,
      positionId: positions.id,
      ordinal: positions.ordinal,
      keyId: positions.keyId,
      market: orderBlocks.market,
      symbol: orderBlocks.symbol,
      section: orderBlocks.section,
    })
    .from(blockEvents)
    .innerJoin(positions, ofPosition)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, blockEvents.userId), eq(orderBlocks.id, blockEvents.blockId)))
    .where(refersTo(blockEvents, event));
  if (!line) return null;
  const isBefore = or(lt(blockEvents.at, line.at), and(eq(blockEvents.at, line.at), lt(blockEvents.id, line.id)));
  const [before] = await tx
    .select({ id: blockEvents.id })
    .from(blockEvents)
    .where(
      and(
        eq(blockEvents.userId, event.userId),
        eq(blockEvents.blockId, line.blockId),
        eq(blockEvents.positionId, line.positionId),
        eq(blockEvents.kind, 'order-found'),
        sql`${detail('leg')} = 'entry'`,
        isBefore,
      ),
    )
    .limit(1);
  return { ...line, isFirst: before === undefined };
}

/** What an entry has brought in: base units, and counter units for them. */
export async function entryAmounts(tx: Tx, userId: string, positionId: string) {
  return tx
    .select({ base: orders.filledQuantity, counter: orders.filledCounterQuantity })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.positionId, positionId), eq(orders.leg, 'entry')));
}

const ofBot = and(eq(bots.userId, botRuns.userId), eq(bots.id, botRuns.botId));
const runColumns = {
  botId: bots.id,
  name: bots.name,
  ordinal: botRuns.ordinal,
  keyId: botRuns.keyId,
  market: botRuns.market,
  // A basket has several pairs, and none of its own.
  symbol: sql<string | null>`case when ${botRuns.engine} <> 'basket' then ${botRuns.symbol} end`,
};

export async function runFacts(tx: Tx, event: EventRow) {
  const [run] = await tx
    .select({ ...runColumns, reason: botRuns.reason })
    .from(botRuns)
    .innerJoin(bots, ofBot)
    .where(refersTo(botRuns, event));
  return run ?? null;
}

export async function levelFacts(tx: Tx, event: EventRow) {
  const ofRun = and(eq(botRuns.userId, botOrders.userId), eq(botRuns.id, botOrders.runId));
  const ofLevel = and(
    eq(botLevels.userId, botOrders.userId),
    eq(botLevels.runId, botOrders.runId),
    eq(botLevels.number, botOrders.level),
  );
  const { level, price, filledQuantity, side } = botOrders;
  const [found] = await tx
    .select({ ...runColumns, level, price, quantity: filledQuantity, side, opensBy: botLevels.cycleOpensBy })
    .from(botOrders)
    .innerJoin(botRuns, ofRun)
    .innerJoin(bots, ofBot)
    .innerJoin(botLevels, ofLevel)
    .where(refersTo(botOrders, event));
  return found ?? null;
}

export async function firingFacts(tx: Tx, event: EventRow) {
  const ofAlert = and(eq(alerts.userId, firings.userId), eq(alerts.id, firings.alertId));
  const [found] = await tx
    .select({
      alertId: firings.alertId,
      price: firings.price,
      late: firings.late,
      duringBar: firings.duringBar,
      note: firings.note,
      crossedAt: firings.crossedAt,
      firedAt: firings.firedAt,
      kind: sql<string>`coalesce(${alerts.type}, ${alerts.condition} ->> 'kind')`,
      market: alerts.market,
      // An alert on listings has no pair.
      symbol: sql<string | null>`nullif(${alerts.symbol}, '')`,
    })
    .from(firings)
    .innerJoin(alerts, ofAlert)
    .where(refersTo(firings, event));
  return found ?? null;
}

export async function signalFacts(tx: Tx, event: EventRow) {
  const ofHook = and(eq(hooks.userId, hookSignals.userId), eq(hooks.id, hookSignals.hookId));
  const [found] = await tx
    .select({
      hookId: hooks.id,
      name: sql<string>`${hooks.template} ->> 'name'`,
      signalId: hookSignals.id,
      action: hookSignals.action,
      reason: sql<string | null>`coalesce(${hookSignals.reason}, ${hookSignals.outcome})`,
      market: sql<string>`${hooks.template} ->> 'market'`,
      symbol: hookSignals.symbol,
    })
    .from(hookSignals)
    .innerJoin(hooks, ofHook)
    .where(refersTo(hookSignals, event));
  return found ?? null;
}

/** Whether a loss limit closes everything at market; null where it was removed meanwhile. */
export async function closesAll(tx: Tx, userId: string, scope: string): Promise<boolean | null> {
  const [found] = await tx
    .select({ closesAll: lossLimits.closesAll })
    .from(lossLimits)
    .where(and(eq(lossLimits.userId, userId), eq(lossLimits.scope, scope)));
  return found?.closesAll ?? null;
}
