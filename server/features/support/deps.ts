import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Mailer } from '../../mail/index.ts';
import type { Bus } from '../../runtime/bus/bus.ts';

/** What the slice and its engine are built with. */
export interface SupportDeps {
  db: Db;
  clock: Clock;
  log: Log;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  mailer: Pick<Mailer, 'send'>;
  env: {
    SMTP_URL?: string | undefined;
    TELEGRAM_SUPPORT_CHAT?: string | undefined;
    /** The operator's address. */
    supportMail: string;
  };
}
