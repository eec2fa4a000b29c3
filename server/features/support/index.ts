import type { FormOf } from '#contracts/endpoint.ts';
import type { sendContact } from '#contracts/support.ts';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import type { Mailer } from '../../mail/index.ts';
import { DeliveryLane, type Notifications } from '../notifications/index.ts';
import { contactLimits, type Sender } from './limits.ts';
import { messagesStore } from './messages.store.ts';
import { deliverMessage } from './deliver-message.ts';
import { readPicture } from './picture.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  mailer: Pick<Mailer, 'send'>;
  notifications: Pick<Notifications, 'sendToChat'>;
  env: { TELEGRAM_SUPPORT_CHAT?: string | undefined; SMTP_URL?: string | undefined; supportMail: string };
}

/** A form without a file sends an empty one. */
const pictureIn = async (photo: object | undefined) =>
  photo instanceof Blob && photo.size > 0 ? readPicture(photo) : null;

/** Messages to the operator: stored first, then delivered with retries. */
export function createSupport({ db, clock, log, mailer, notifications: { sendToChat }, env }: Deps) {
  const { TELEGRAM_SUPPORT_CHAT: id, supportMail } = env;
  if (env.SMTP_URL && supportMail.startsWith('no-reply@'))
    log.warn({ supportMail }, 'contact: nobody reads this address: set SUPPORT_MAIL');
  const store = messagesStore(db);
  const limits = contactLimits(clock);
  const chat = sendToChat && id ? { send: sendToChat, id } : null;
  const pass = deliverMessage({ chat, mailer, supportMail, log });
  const worker = new DeliveryLane({
    queue: store,
    parcelOf: ({ id: message }) => message,
    deliver: ([message], signal) => pass(message, signal),
    atOnce: 2,
    clock,
    log,
  });
  return {
    admit: limits.admit,
    worker,
    async accept({ photo, ...message }: FormOf<typeof sendContact>, sender: Sender): Promise<void> {
      limits.take(sender);
      const picture = await pictureIn(photo).catch((error: unknown) => {
        limits.giveBack(sender);
        throw error;
      });
      const now = clock();
      await store.add({
        ...message,
        id: newId(),
        userId: sender.userId,
        photo: picture?.bytes ?? null,
        photoType: picture?.type ?? null,
        nextAt: now,
        createdAt: now,
      });
      worker.wake();
    },
  };
}
export type Support = ReturnType<typeof createSupport>;
