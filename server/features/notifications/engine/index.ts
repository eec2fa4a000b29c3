import type { LivePublisher, UserMessage } from '../../../live/publish.ts';
import { addressesStore } from '../addresses.store.ts';
import type { Notifications } from '../index.ts';
import { subscriptionsStore } from '../push/push-subscriptions.store.ts';
import { mailChannel } from './channels/mail-channel.ts';
import { pushChannel } from './channels/push-channel.ts';
import { telegramChannel } from './channels/telegram-channel.ts';
import { deliveriesStore } from './deliveries.store.ts';
import { createDeliveryWorker, type Deliver, type DeliveryMetrics } from './delivery-worker.ts';
import { replyToMessage } from './telegram/reply-to-message.ts';
import { TelegramReceiver } from './telegram/receiver.ts';
import type { NotificationDeps } from '../deps.ts';
import type { ChatAnswers } from '../telegram/chat-answers.ts';

interface DeliveryEngineDeps extends NotificationDeps {
  live: LivePublisher;
  notifications: Pick<Notifications, 'sendPush' | 'sendToChat' | 'bot' | 'telegram' | 'publicUrl' | 'onQueued'>;
  /** To what a linked chat asks; only a bot needs them. */
  answers?: ChatAnswers;
  metrics?: DeliveryMetrics;
}

/** To the user's open pages. */
const liveChannel =
  (live: LivePublisher): Deliver =>
  async ({ userId, payload }) => {
    live.pass(userId, payload as UserMessage);
    return { outcome: 'sent' };
  };

/** Sends queued deliveries, and receives messages to the bot. */
export function createDeliveryEngine(deps: DeliveryEngineDeps) {
  const { db, clock, log, live, mailer, notifications, answers, metrics } = deps;
  const { sendPush, sendToChat, bot, telegram, publicUrl } = notifications;
  const deliveries = createDeliveryWorker({
    store: deliveriesStore(db),
    onQueued: notifications.onQueued,
    clock,
    log,
    metrics,
    channels: {
      live: liveChannel(live),
      push: pushChannel({ subscriptions: subscriptionsStore(db), send: sendPush, clock, log }),
      telegram: telegramChannel({
        send: sendToChat,
        log,
        chatOf: (userId) => addressesStore(db, userId).chat(),
        onBlocked: telegram.blocked,
      }),
      mail: mailChannel({ mailer, addressOf: (userId) => addressesStore(db, userId).mail() }),
    },
  });
  const handlers = bot && answers && replyToMessage({ ...deps, ...bot, answers, accountPage: `${publicUrl}/account` });
  return {
    deliveries,
    /** Null without a bot. */
    telegramReceiver: (bot && handlers && new TelegramReceiver({ api: bot.api, log, ...handlers })) ?? null,
  };
}
