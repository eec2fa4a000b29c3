import { and, asc, desc, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { OtherWay } from '#contracts/address.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { passkeys, users } from '../../../db/schema/accounts.ts';
import { auditEvents } from '../../../db/schema/audit.ts';
import { pushSubscriptions } from '../../../db/schema/notifications.ts';
import { deviceName } from '../../../lib/device-name.ts';

export const GOOGLE = 'google';
export const TELEGRAM = 'telegram';
export const PASSKEY = 'passkey:';
export const DEVICE = 'device:';

type Reader = Db | Tx;

/** Subscriptions of other sessions, and of none. */
export const notOfSession = (sessionId: string | null): SQL | undefined =>
  sessionId === null ? undefined : or(isNull(pushSubscriptions.sessionId), ne(pushSubscriptions.sessionId, sessionId));

async function passkeyWays(db: Reader, owner: string): Promise<OtherWay[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, owner)).orderBy(asc(passkeys.createdAt));
  return rows.map(({ id, name, createdAt: at }) => ({ id: PASSKEY + id, kind: 'passkey', name, at }));
}

/** As the latest link recorded it. */
async function telegramName(db: Reader, owner: string): Promise<string | null> {
  const isLink = and(eq(auditEvents.userId, owner), eq(auditEvents.kind, 'telegram-linked'));
  const links = db.select({ details: auditEvents.details }).from(auditEvents).where(isLink);
  const [newest] = await links.orderBy(desc(auditEvents.seq)).limit(1);
  const { account } = (newest?.details ?? {}) as { account?: unknown };
  return typeof account === 'string' ? account : null;
}

async function linkedWays(db: Reader, owner: string): Promise<OtherWay[]> {
  const columns = { google: users.googleSubject, chat: users.telegramChatId };
  const [user] = await db.select(columns).from(users).where(eq(users.userId, owner));
  const ways: OtherWay[] = [];
  if (user?.google) ways.push({ id: GOOGLE, kind: 'google', name: null, at: null });
  if (user?.chat) ways.push({ id: TELEGRAM, kind: 'telegram', name: await telegramName(db, owner), at: null });
  return ways;
}

async function deviceWays(db: Reader, owner: string, sessionId: string | null): Promise<OtherWay[]> {
  const others = and(eq(pushSubscriptions.userId, owner), notOfSession(sessionId));
  const rows = await db.select().from(pushSubscriptions).where(others).orderBy(asc(pushSubscriptions.createdAt));
  return rows.map(({ id, userAgent, createdAt: at }) => ({
    id: DEVICE + id,
    kind: 'device',
    name: deviceName(userAgent),
    at,
  }));
}

export async function listAccess(db: Reader, owner: string, sessionId: string | null): Promise<OtherWay[]> {
  return [
    ...(await passkeyWays(db, owner)),
    ...(await linkedWays(db, owner)),
    ...(await deviceWays(db, owner, sessionId)),
  ];
}
