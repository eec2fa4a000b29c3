import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type Condition, isOccasion } from '#contracts/alert-conditions.ts';
import type { Db } from '../../../db/database.ts';
import { alerts } from '../../../db/schema/alerts.ts';
import type { Pair } from '../../../runtime/price-triggers/watermarks.store.ts';
import type { ConditionRow } from './condition-row.ts';

const { num, market, symbol, condition, informing, armedSeq, armedAt, executedAt, active } = alerts;
const COLUMNS = { num, market, symbol, condition, informing, seq: armedSeq, armedAt, executedAt };
/** Without those that wait for no price. */
const isActive = and(eq(active, true), isNotNull(condition), sql`${condition} ->> 'kind' not in ('time', 'listing')`);

type StoredCondition = Omit<ConditionRow, 'condition'> & { condition: Condition | null };
const conditionOf = ({ condition: of, ...row }: StoredCondition): ConditionRow[] =>
  of && !isOccasion(of) ? [{ ...row, condition: of }] : [];

/** All people's active alerts on conditions, for the engine. */
export function conditionsStore(db: Db) {
  return {
    pairs: (): Promise<Pair[]> => db.selectDistinct({ market, symbol }).from(alerts).where(isActive),
    /** In one order, so that what fires at once does so in the same order after a restart. */
    async ofPair(pair: Pair): Promise<ConditionRow[]> {
      const isPair = and(eq(market, pair.market), eq(symbol, pair.symbol));
      const rows = await db.select(COLUMNS).from(alerts).where(and(isActive, isPair)).orderBy(num);
      return rows.flatMap(conditionOf);
    },
    async one(which: number): Promise<ConditionRow | null> {
      const rows = await db
        .select(COLUMNS)
        .from(alerts)
        .where(and(isActive, eq(num, which)));
      return rows.flatMap(conditionOf)[0] ?? null;
    },
  };
}
export type ConditionsStore = ReturnType<typeof conditionsStore>;
