import { OutboxWorker } from '../../../runtime/jobs/outbox-worker.ts';
import type { Notifications } from '../../notifications/index.ts';
import { MESSAGE_RECEIVED } from '../index.ts';
import { messagesStore } from '../messages.store.ts';
import { deliverMessage } from './deliver-message.ts';
import type { SupportDeps } from '../deps.ts';

/** Delivers messages to the operator, with retries. */
export function createContactEngine(deps: SupportDeps & { notifications: Pick<Notifications, 'sendToChat'> }) {
  const { db, clock, log, bus, mailer, env } = deps;
  const { sendToChat } = deps.notifications;
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
