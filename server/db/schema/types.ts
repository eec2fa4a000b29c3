import { Big } from 'big.js';
import { customType } from 'drizzle-orm/pg-core';

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

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
