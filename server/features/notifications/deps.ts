import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Mailer } from '../../mail/index.ts';
import type { Pace } from './telegram/pace.ts';
import type { TelegramApi } from './telegram/telegram-api.ts';

/** What the slice and its engine are built with. */
export interface NotificationDeps {
  db: Db;
  clock: Clock;
  log: Log;
  audit: Audit;
  mailer: Pick<Mailer, 'send'>;
}

/** The Telegram bot. */
export interface Bot {
  api: TelegramApi;
  pace: Pace;
}
