import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher, UserMessage } from '../../live/publish.ts';
import type { Mailer } from '../../mail/index.ts';
import { addressesStore } from './addresses.store.ts';
import { browsers } from './push/browsers.ts';
import { mailChannel } from './channels/mail-channel.ts';
import { pushChannel } from './channels/push-channel.ts';
import { telegramChannel } from './channels/telegram-channel.ts';
import { deliveriesStore } from './deliveries/deliveries.store.ts';
import { deliveriesOf } from './deliveries/delivery-log.ts';
import { createDeliveryWorker, type Deliver, type DeliveryMetrics } from './deliveries/delivery-worker.ts';
import { positionNotices } from './notices/position-notice.ts';
import { type NoticeLinks, securityNotice } from './notices/security-notice.ts';
import { queueAlertDeliveries, queueNotice } from './deliveries/queue.store.ts';
import { pushFetch } from './push/push-fetch.ts';
import { subscriptionsStore } from './push/push-subscriptions.store.ts';
import { pushSender, type Fetch } from './push/send-push.ts';
import { sendTests } from './send-test.ts';
import { createSettings } from './settings/index.ts';
import { readSettings } from './settings/settings.store.ts';
import { createTelegram } from './telegram/index.ts';
import { chatSender } from './telegram/send-to-chat.ts';
import { Pace } from './telegram/pace.ts';
import { telegramApi } from './telegram/telegram-api.ts';
import { openVapid, vapidSubject } from './push/vapid.ts';

export { sendMail } from './channels/mail-channel.ts';
export type { Outcome } from './outcome.ts';
export type { Settlement } from './deliveries/deliveries.store.ts';
export { DeliveryLane } from './deliveries/delivery-lane.ts';
export type { SendToChat } from './telegram/send-to-chat.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  live: LivePublisher;
  audit: Audit;
  mailer: Pick<Mailer, 'send'>;
  keepLink?: NoticeLinks['keepLink'];
  env: {
    DATA_DIR: string;
    publicUrl: string;
    PUSH_HOSTS: readonly string[];
    MAIL_FROM?: string | undefined;
    TELEGRAM_BOT_TOKEN?: string | undefined;
    TELEGRAM_API_URL: string;
  };
  metrics?: DeliveryMetrics;
  /** Replaced by tests, which have their own certificates. */
  fetch?: Fetch;
}

const liveChannel =
  (live: LivePublisher): Deliver =>
  async ({ userId, payload }) => {
    live.pass(userId, payload as UserMessage);
    return { outcome: 'sent' };
  };

/** S-07: a notice is queued in the transaction of its event. */
function publishNotices(audit: Audit, { wake, ...links }: NoticeLinks & { wake: () => void }): void {
  audit.onWrite(async (tx, userId, event) => {
    const notice = await securityNotice(userId, event, links);
    if (notice) await queueNotice(tx, { userId, now: event.at, ...notice });
  });
  audit.onRecord(wake);
}

/** Everything that reaches a user outside of the open page. */
export function createNotifications({
  db,
  clock,
  log,
  live,
  audit,
  mailer,
  keepLink,
  env,
  metrics,
  fetch = pushFetch(env.PUSH_HOSTS),
}: Deps) {
  const { publicUrl, PUSH_HOSTS: pushHosts, TELEGRAM_BOT_TOKEN: token } = env;
  const vapid = openVapid(env.DATA_DIR, vapidSubject({ publicUrl, mail: env.MAIL_FROM }));
  const send = pushSender({ vapid, pushHosts, clock, fetch });
  const store = deliveriesStore(db);
  const subscriptions = subscriptionsStore(db);
  const pace = new Pace();
  const api = token ? telegramApi({ token, apiRoot: env.TELEGRAM_API_URL.replace(/\/+$/, '') }) : null;
  const sendToChat = api ? chatSender({ api, pace, clock }) : null;
  const telegram = createTelegram({ db, clock, log, audit, api, pace, publicUrl });
  const worker = createDeliveryWorker({
    store,
    clock,
    log,
    metrics,
    channels: {
      live: liveChannel(live),
      push: pushChannel({ subscriptions, send, clock, log }),
      telegram: telegramChannel({
        send: sendToChat,
        log,
        chatOf: (userId) => addressesStore(db, userId).chat(),
        onBlocked: telegram.blocked,
      }),
      mail: mailChannel({ mailer, addressOf: (userId) => addressesStore(db, userId).mail() }),
    },
  });
  /** Deliveries were queued, and their transaction is committed. */
  const wake = () => worker.wake();
  publishNotices(audit, { publicUrl, keepLink, wake });
  const settingsOf = (userId: string) => readSettings(db, userId);
  const own = browsers({ db, clock, log, audit, subscriptions, send, publicUrl, pushHosts });
  return {
    ...own,
    settings: createSettings({ db, clock, wake }),
    test: sendTests({ api, pace, clock, mailer, settingsOf, sendTest: own.sendTest }),
    deliveriesOf: (userId: string, firingIds: readonly string[]) => deliveriesOf(db, userId, firingIds),
    publicUrl,
    publicKey: vapid.publicKey,
    clock,
    telegram,
    /** To a chat that is not linked to an account: the operator's. Null without a bot. */
    sendToChat,
    worker,
    queueAlertDeliveries,
    queuePositionNotice: positionNotices(publicUrl),
    wake,
  };
}
export type { AlertDelivery } from './deliveries/queue.store.ts';
export type Notifications = ReturnType<typeof createNotifications>;
