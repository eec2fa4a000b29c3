import { USUAL_LIMITS } from '#contracts/limits.ts';
import type { Big } from 'big.js';
import { and, eq, gte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { users } from '../../db/schema/accounts.ts';
import { orders } from '../../db/schema/orders.ts';

export interface OwnLimits {
  perOrder: Big;
  perDay: Big;
  thinMarkets: boolean;
}
/** What entries of a pair are for, in its counter currency; of those that ended, what was traded. */
export interface Ordered {
  market: string;
  symbol: string;
  counter: string;
}

const given = sql.placeholder;

const reads = prepared((db) => {
  const { orderLimit, dayLimit, thinMarkets } = users;
  const { market, symbol, state, price, quantity, filledCounterQuantity } = orders;
  const counter = sql<string>`sum(case when ${state} in ('cancelled', 'expired') then ${filledCounterQuantity}
    else ${price} * ${quantity} end)::text`;
  return {
    limits: db
      .select({ orderLimit, dayLimit, thinMarkets })
      .from(users)
      .where(eq(users.userId, given('owner')))
      .prepare('limits'),
    ordered: db
      .select({ market, symbol, counter })
      .from(orders)
      .where(
        and(
          eq(orders.userId, given('owner')),
          gte(orders.placedAt, given('since')),
          eq(orders.leg, 'entry'),
          ne(state, 'rejected'),
        ),
      )
      .groupBy(market, symbol)
      .prepare('ordered_since'),
  };
});

/** What a person may order, and what they have. */
export function limitsStore(db: Db, owner: string) {
  return {
    async own(): Promise<OwnLimits> {
      const [row] = await reads(db).limits.execute({ owner });
      return {
        perOrder: row?.orderLimit ?? USUAL_LIMITS.perOrder,
        perDay: row?.dayLimit ?? USUAL_LIMITS.perDay,
        thinMarkets: row?.thinMarkets ?? USUAL_LIMITS.thinMarkets,
      };
    },
    /** `since` is UTC epoch ms. */
    ordered: (since: number): Promise<Ordered[]> => reads(db).ordered.execute({ owner, since }),
    async change({ perOrder, perDay, thinMarkets }: OwnLimits): Promise<void> {
      const set = { orderLimit: perOrder, dayLimit: perDay, thinMarkets };
      await db.update(users).set(set).where(eq(users.userId, owner));
    },
  };
}
