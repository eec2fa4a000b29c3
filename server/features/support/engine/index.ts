import type { Db } from '../../../db/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { Mailer } from '../../../mail/index.ts';
import type { Bus } from '../../../runtime/bus/bus.ts';
import { OutboxWorker } from '../../../runtime/jobs/outbox-worker.ts';
import type { Notifications } from '../../notifications/index.ts';
import { MESSAGE_RECEIVED } from '../index.ts';
import { messagesStore } from '../messages.store.ts';
import { deliverMessage } from './deliver-message.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  bus: Pick<Bus, 'subscribe'>;
  mailer: Pick<Mailer, 'send'>;
  notifications: Pick<Notifications, 'sendToChat'>;
  env: { TELEGRAM_SUPPORT_CHAT?: string | undefined; supportMail: string };
}

/** Delivers messages to the operator, with retries. */
export function createContactEngine({ db, clock, log, bus, mailer, notifications: { sendToChat }, env }: Deps) {
  const { TELEGRAM_SUPPORT_CHAT: id, supportMail } = env;
  const chat = sendToChat && id ? { send: sendToChat, id } : null;
  const send = deliverMessage({ chat, mailer, supportMail, log });
  const worker = new OutboxWorker({
    queue: messagesStore(db),
    batchOf: ({ id: message }) => message,
    send: ([message], signal) => send(message, signal),
    atOnce: 2,
    clock,
    log,
  });
  let unsubscribe: (() => void) | null = null;
  return {
    start(): void {
      unsubscribe?.();
      unsubscribe = bus.subscribe(MESSAGE_RECEIVED, () => worker.wake());
      worker.start();
    },
    stop(): Promise<void> {
      unsubscribe?.();
      return worker.stop();
    },
  };
}
