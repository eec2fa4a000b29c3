import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { botDealBlocks, botDeals, hookSignals, orderBlocks } from '../../db/schema/index.ts';

interface Named {
  id: string;
  blockId: string | null;
}

/** W-13: the blocks that these signals of a person opened, by themselves or by a deal of a bot, by signal. */
export async function openedBlocks(db: Db, userId: string, signals: readonly Named[]): Promise<Map<string, string>> {
  const entries = signals.filter(({ blockId }) => blockId !== null).map(({ id }) => id);
  if (entries.length === 0) return new Map();
  const isEntry = and(eq(hookSignals.userId, userId), inArray(hookSignals.id, entries));
  const columns = { signalId: hookSignals.id, blockId: orderBlocks.id };
  const isItsDeal = and(eq(botDeals.userId, hookSignals.userId), eq(botDeals.signalId, hookSignals.id));
  const isOfDeal = and(
    eq(botDealBlocks.userId, botDeals.userId),
    eq(botDealBlocks.runId, botDeals.runId),
    eq(botDealBlocks.deal, botDeals.number),
  );
  const ofDeals = db
    .select(columns)
    .from(hookSignals)
    .innerJoin(botDeals, isItsDeal)
    .innerJoin(botDealBlocks, isOfDeal)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, botDeals.userId), eq(orderBlocks.id, botDealBlocks.blockId)))
    .where(isEntry)
    .orderBy(asc(botDealBlocks.createdAt));
  const own = db
    .select(columns)
    .from(hookSignals)
    .innerJoin(orderBlocks, and(eq(orderBlocks.userId, hookSignals.userId), eq(orderBlocks.id, hookSignals.blockId)))
    .where(isEntry);
  const found = await Promise.all([ofDeals, own]);
  return new Map(found.flat().map(({ signalId, blockId }) => [signalId, blockId]));
}
