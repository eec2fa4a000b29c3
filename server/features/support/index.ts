import type { FormOf } from '#contracts/endpoint.ts';
import type { sendContact } from '#contracts/support.ts';
import { newId } from '../../lib/id.ts';
import type { SharedLimits } from '../../runtime/request-limits/shared-limits.ts';
import { contactLimits, type Sender } from './limits.ts';
import { messagesStore } from './messages.store.ts';
import { readPicture } from './picture.ts';
import type { SupportDeps } from './deps.ts';

/** The bus subject. */
export const MESSAGE_RECEIVED = 'contact.received';

/** A form without a file sends an empty one. */
const pictureIn = async (photo: object | undefined) =>
  photo instanceof Blob && photo.size > 0 ? readPicture(photo) : null;

interface SiteSupportDeps extends Omit<SupportDeps, 'mailer'> {
  sharedLimits: SharedLimits;
}

/** Messages to the operator: stored here, delivered by engine/. */
export function createSupport({ db, clock, log, bus, env, sharedLimits }: SiteSupportDeps) {
  const { SMTP_URL: smtpUrl, supportMail } = env;
  if (smtpUrl && supportMail.startsWith('no-reply@'))
    log.warn({ supportMail }, 'contact: no one reads this address: set SUPPORT_MAIL');
  const store = messagesStore(db);
  const limits = contactLimits(sharedLimits);
  return {
    admit: limits.admit,
    async accept({ photo, ...message }: FormOf<typeof sendContact>, sender: Sender): Promise<void> {
      const giveBack = await limits.take(sender);
      const picture = await pictureIn(photo).catch(async (error: unknown) => {
        await giveBack();
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
      bus.publish(MESSAGE_RECEIVED, null);
    },
  };
}
export type Support = ReturnType<typeof createSupport>;
