import { integer, text, uuid } from 'drizzle-orm/pg-core';
import { epochMs } from './types.ts';

/** Of a row that workers lease and try, until it is done. */
export const leased = () => ({
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  nextAt: epochMs('next_at').notNull(),
  leaseOwner: uuid('lease_owner'),
  leaseUntil: epochMs('lease_until'),
  /** Incremented with every lease: a worker that lost its lease cannot write its result. */
  fence: integer().notNull().default(0),
  createdAt: epochMs('created_at').notNull(),
});

/** Of a message that is delivered at least once, and is of no use any more from some time on. */
export const delivery = () => ({
  ...leased(),
  state: text({ enum: ['waiting', 'sent', 'gone', 'expired', 'failed'] })
    .notNull()
    .default('waiting'),
  expiresAt: epochMs('expires_at').notNull(),
  doneAt: epochMs('done_at'),
});
