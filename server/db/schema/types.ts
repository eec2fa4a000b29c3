import { Big } from 'big.js';
import { customType, text } from 'drizzle-orm/pg-core';
import type { Limit } from '#contracts/rules/ladder.ts';
import type { CarriedPart, CarriedTrade, Taker } from '../../domain/averaging/carried.ts';
import type { StopAfter } from '../../domain/exit-plan/exit-plan.ts';
import type { PlanFacts } from '../../domain/exit-plan/plan-facts.ts';
import type { EntryTrigger } from '../../domain/position/entry-trigger.ts';
import type { ExitsBefore, Stop, TakeProfit } from '../../domain/position/exits.ts';

/** numeric(36, 18) at rest, big.js inside; never a float. */
export const decimal = customType<{ data: Big; driverData: string }>({
  dataType: () => 'numeric(36, 18)',
  toDriver: (amount) => amount.toFixed(),
  fromDriver: (amount) => new Big(amount),
});

/** UTC epoch milliseconds. */
export const epochMs = customType<{ data: number; driverData: string }>({
  dataType: () => 'bigint',
  toDriver: (time) => String(time),
  fromDriver: Number,
});

/** UTC epoch milliseconds at rest, a Date inside, as rate-limiter-flexible wants it. */
export const epochDate = customType<{ data: Date; driverData: string }>({
  dataType: () => 'bigint',
  toDriver: (time) => String(time.getTime()),
  fromDriver: (ms) => new Date(Number(ms)),
});

/** Of an order: what is known of its sending, then what the exchange says. */
export const orderState = () =>
  text({
    enum: [
      'planned',
      'sending',
      'unknown',
      'pending',
      'open',
      'partly-filled',
      'filled',
      'cancelled',
      'expired',
      'rejected',
    ],
  }).notNull();

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

type AsText<Amounts extends { price: unknown }> = {
  [Name in keyof Amounts]: Amounts[Name] extends Big ? string : Amounts[Name];
};

/** jsonb at rest, amounts as text; big.js inside. */
export const takeProfits = customType<{ data: readonly TakeProfit[] }>({
  dataType: () => 'jsonb',
  toDriver: (all) => JSON.stringify(all),
  fromDriver: (all) => (all as AsText<TakeProfit>[]).map(takeProfitOf),
});
const takeProfitOf = ({ price, share }: AsText<TakeProfit>): TakeProfit => ({
  price: new Big(price),
  share: new Big(share),
});
/** The same of one stop. */
export const stop = customType<{ data: Stop }>({
  dataType: () => 'jsonb',
  toDriver: (of) => JSON.stringify(of),
  fromDriver: (of) => stopOf(of as StopAsText),
});
const stopOf = ({ price, after, trailing, closing }: StopAsText): Stop => ({
  price: new Big(price),
  ...(after ? { after: afterOf(after) } : {}),
  ...(trailing ? { trailing: new Big(trailing) } : {}),
  ...(closing ? { closing: { ...closing, price: new Big(closing.price) } } : {}),
});
/** The same of the exits that a plan took the place of. */
export const exitsBefore = customType<{ data: ExitsBefore }>({
  dataType: () => 'jsonb',
  toDriver: (of) => JSON.stringify(of),
  fromDriver: (of) => {
    const stored = of as Omit<ExitsBefore, 'takeProfits' | 'stop'> & {
      takeProfits: AsText<TakeProfit>[];
      stop: StopAsText | null;
    };
    return { ...stored, takeProfits: stored.takeProfits.map(takeProfitOf), stop: stored.stop && stopOf(stored.stop) };
  },
});
type StopAsText = Omit<AsText<Stop>, 'trailing' | 'closing'> & {
  trailing?: string;
  closing?: AsText<NonNullable<Stop['closing']>>;
};

type EntryTriggerAsText = Omit<AsText<EntryTrigger>, 'trailing'> & {
  trailing?: { distance: string; atOnce: boolean };
};
/** The same of what sets an entry off. */
export const entryTrigger = customType<{ data: EntryTrigger }>({
  dataType: () => 'jsonb',
  toDriver: (of) => JSON.stringify(of),
  fromDriver: (of) => {
    const { price, type, trailing } = of as EntryTriggerAsText;
    return {
      price: new Big(price),
      type,
      ...(trailing && { trailing: { ...trailing, distance: new Big(trailing.distance) } }),
    };
  },
});

/** The same of the limits of an entry. */
export const entryLimits = customType<{ data: readonly Limit[] }>({
  dataType: () => 'jsonb',
  toDriver: (limits) => JSON.stringify(limits),
  fromDriver: (limits) =>
    (limits as Record<keyof Limit, string>[]).map(({ price, quantity }) => ({
      price: new Big(price),
      quantity: new Big(quantity),
    })),
});

type FactsAsText = Omit<PlanFacts, 'peak' | 'closed'> & {
  peak: string | null;
  closed: (Omit<NonNullable<PlanFacts['closed']>, 'price'> & { price: string | null }) | null;
};
/** The same of what was seen for an exit plan. */
export const planFacts = customType<{ data: PlanFacts }>({
  dataType: () => 'jsonb',
  toDriver: (of) => JSON.stringify(of),
  fromDriver: (of) => {
    const { peak, closed, ...stored } = of as FactsAsText;
    return {
      ...stored,
      peak: peak === null ? null : new Big(peak),
      closed: closed && { ...closed, price: closed.price === null ? null : new Big(closed.price) },
    };
  },
});

type TradeAsText = Record<'price' | 'quantity' | 'counter' | 'commission', string> &
  Pick<CarriedTrade, 'commissionAsset' | 'tradedAt'> & { commissionPrice: string | null };

const tradeOf = ({ commissionAsset, tradedAt, ...of }: TradeAsText): CarriedTrade => ({
  price: new Big(of.price),
  quantity: new Big(of.quantity),
  counter: new Big(of.counter),
  commission: new Big(of.commission),
  commissionPrice: of.commissionPrice === null ? null : new Big(of.commissionPrice),
  commissionAsset,
  tradedAt,
});
/** The same of what a position took over. */
export const carriedParts = customType<{ data: readonly CarriedPart[] }>({
  dataType: () => 'jsonb',
  toDriver: (parts) => JSON.stringify(parts),
  fromDriver: (parts) =>
    (parts as { blockId: string; trades: TradeAsText[] }[]).map(({ blockId, trades }) => ({
      blockId,
      trades: trades.map(tradeOf),
    })),
});
/** The same of those that take a position over. */
export const takers = customType<{ data: readonly Taker[] }>({
  dataType: () => 'jsonb',
  toDriver: (all) => JSON.stringify(all),
  fromDriver: (all) =>
    (all as { positionId: string; share: string }[]).map(({ positionId, share }) => ({
      positionId,
      share: new Big(share),
    })),
});
/** The offset came back as text. */
const afterOf = (after: StopAfter): StopAfter =>
  'offset' in after ? { ...after, offset: new Big(after.offset) } : after;
