import { DrizzleQueryError } from 'drizzle-orm';

/** Of the driver, of the system's network, and of PostgreSQL itself: connection exceptions, and that it starts or stops. */
const AWAY = /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[123])/;

/** A query failed because the database could not be reached, or stopped during it: whether it was carried out is not known. */
export function isDatabaseAway(error: unknown): boolean {
  let isQuery = false;
  for (let at = error; at instanceof Error; at = at.cause) {
    isQuery ||= at instanceof DrizzleQueryError;
    if (isQuery && 'code' in at && AWAY.test(String(at.code))) return true;
  }
  return false;
}
