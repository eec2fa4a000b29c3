import type { FiringDelivery } from '#contracts/firings.ts';
import type { Db } from '../../../db/database.ts';
import { deviceName } from '../../../lib/device-name.ts';
import { readDeliveries } from './delivery-log.store.ts';

type Row = Awaited<ReturnType<typeof readDeliveries>>[number];

const ANSWERED = /^(?:HTTP|SMTP) (\d{3})$/;
const SENTENCES = new Map([
  ['unsubscribed', 'Notifications were switched off on that browser.'],
  ['not linked', 'Telegram is no longer linked.'],
  ['no bot is configured', 'This site has no Telegram bot.'],
  ['no account', 'The address no longer exists.'],
]);

/** The error without details of our network. */
function reasonOf(error: string | null): string | null {
  if (error === null) return null;
  const code = ANSWERED.exec(error)?.[1] ?? /^(\d{3}) /.exec(error)?.[1];
  return SENTENCES.get(error) ?? (code ? `The service answered ${code}.` : 'The service did not answer.');
}

const present = (row: Row): FiringDelivery => ({
  channel: row.channel,
  device: row.userAgent === null ? null : deviceName(row.userAgent),
  state: row.state === 'waiting' && row.held && row.attempts === 0 ? 'held' : row.state,
  attempts: row.attempts,
  at: row.doneAt ?? row.nextAt,
  reason: reasonOf(row.lastError),
});

/** By firing; firings whose deliveries were deleted are missing. */
export async function deliveriesOf(db: Db, userId: string, firingIds: readonly string[]) {
  const found = new Map<string, FiringDelivery[]>();
  for (const row of await readDeliveries(db, userId, firingIds)) {
    if (row.firingId !== null) found.set(row.firingId, [...(found.get(row.firingId) ?? []), present(row)]);
  }
  return found;
}
