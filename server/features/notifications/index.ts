import type { AuditEvent } from '#contracts/audit.ts';
import type { Audit } from '../../audit/index.ts';
import type { Bus } from '../../runtime/bus/bus.ts';
import { browsers } from './push/browsers.ts';
import { deliveriesOf } from './deliveries/delivery-log.ts';
import { lossNotices, positionNotices } from './notices/position-notice.ts';
import { botNotices } from './notices/bot-notice.ts';
import { hasNotice, type NoticeLinks, securityNotice } from './notices/security-notice.ts';
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
import { type PushKeys, vapidSubject } from './push/vapid.ts';
import type { NotificationDeps } from './deps.ts';

export { openPushKeys } from './push/vapid.ts';
export type { ChatAnswers } from './telegram/chat-answers.ts';
export type { SendToChat } from './telegram/send-to-chat.ts';

/** The bus subject. */
const QUEUED = 'deliveries.queued';

interface NotificationOptions extends NotificationDeps {
  bus: Bus;
  pushKeys: PushKeys;
  keepLink?: NoticeLinks['keepLink'];
  env: {
    publicUrl: string;
    PUSH_HOSTS: readonly string[];
    MAIL_FROM?: string | undefined;
    TELEGRAM_BOT_TOKEN?: string | undefined;
    TELEGRAM_API_URL: string;
  };
  /** Replaced by tests, which have their own certificates. */
  fetch?: Fetch;
}

/** S-07: a notice is queued in the transaction of its event. */
function publishNotices(audit: Audit, { wake, ...links }: NoticeLinks & { wake: () => void }): void {
  const withNotice = new WeakSet<AuditEvent>();
  audit.onWrite({
    concerns: hasNotice,
    async write(tx, userId, event) {
      const notice = await securityNotice(userId, event, links);
      if (!notice) return;
      await queueNotice(tx, { userId, now: event.at, ...notice });
      withNotice.add(event);
    },
  });
  // Most events, such as each order's, have no notice, and a wake is a question of every engine to the database.
  audit.onRecord((_, event) => {
    if (withNotice.has(event)) wake();
  });
}

/** Queues everything that reaches a user outside of the open page; engine/ sends it. */
export function createNotifications({
  db,
  clock,
  log,
  bus,
  audit,
  mailer,
  pushKeys,
  keepLink,
  env,
  fetch = pushFetch(env.PUSH_HOSTS),
}: NotificationOptions) {
  const { publicUrl, PUSH_HOSTS: pushHosts, TELEGRAM_BOT_TOKEN: token } = env;
  const vapid = { ...pushKeys, subject: vapidSubject({ publicUrl, mail: env.MAIL_FROM }) };
  const sendPush = pushSender({ vapid, pushHosts, clock, fetch });
  const subscriptions = subscriptionsStore(db);
  const pace = new Pace();
  const api = token ? telegramApi({ token, apiRoot: env.TELEGRAM_API_URL.replace(/\/+$/, '') }) : null;
  const sendToChat = api ? chatSender({ api, pace, clock }) : null;
  const telegram = createTelegram({ db, clock, log, audit, api });
  /** Deliveries were queued, and their transaction is committed. */
  const wake = () => bus.publish(QUEUED, null);
  publishNotices(audit, { publicUrl, keepLink, wake });
  const settingsOf = (userId: string) => readSettings(db, userId);
  const own = browsers({ db, clock, log, audit, subscriptions, send: sendPush, publicUrl, pushHosts });
  return {
    ...own,
    settings: createSettings({ db, clock, wake }),
    test: sendTests({ api, pace, clock, mailer, settingsOf, sendTest: own.sendTest }),
    deliveriesOf: (userId: string, firingIds: readonly string[]) => deliveriesOf(db, userId, firingIds),
    publicUrl,
    publicKey: vapid.publicKey,
    clock,
    telegram,
    sendPush,
    /** To a chat that is not linked to an account: the operator's. Null without a bot. */
    sendToChat,
    /** Null without a token. */
    bot: api && { api, pace },
    queueAlertDeliveries,
    queuePositionNotice: positionNotices(publicUrl),
    queueLossNotice: lossNotices(publicUrl),
    queueBotNotice: botNotices(publicUrl),
    wake,
    /** Called for every `wake`, of any process. Returns the way to stop. */
    onQueued: (listener: () => void): (() => void) => bus.subscribe(QUEUED, listener),
  };
}
export type { AlertDelivery } from './deliveries/queue.store.ts';
export type Notifications = ReturnType<typeof createNotifications>;
