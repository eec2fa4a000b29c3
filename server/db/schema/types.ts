import { Big } from 'big.js';
import { customType } from 'drizzle-orm/pg-core';
import type { Stop, TakeProfit } from '../../domain/position/exits.ts';

/** numeric(36, 18) at rest, big.js inside; never a float. */
export const decimal = customType<{ data: Big; driverData: string }>({
  dataType: () => 'numeric(36, 18)',
  toDriver: (amount) => amount.toFixed(),
  fromDriver: (text) => new Big(text),
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

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

type AsText<Amounts extends { price: unknown }> = {
  [Name in keyof Amounts]: Amounts[Name] extends Big ? string : Amounts[Name];
};

/** jsonb at rest, amounts as text; big.js inside. */
export const takeProfits = customType<{ data: readonly TakeProfit[] }>({
  dataType: () => 'jsonb',
  toDriver: (all) => JSON.stringify(all),
  fromDriver: (all) =>
    (all as AsText<TakeProfit>[]).map(({ price, share }) => ({ price: new Big(price), share: new Big(share) })),
});
/** The same of one stop. */
export const stop = customType<{ data: Stop }>({
  dataType: () => 'jsonb',
  toDriver: (of) => JSON.stringify(of),
  fromDriver: (of) => ({ ...(of as Stop), price: new Big((of as AsText<Stop>).price) }),
});
