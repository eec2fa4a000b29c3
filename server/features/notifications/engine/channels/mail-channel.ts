import { letter } from '../../../../mail/index.ts';
import type { Letter } from '../../../../mail/letter.ts';
import { sendMail } from '../../../../mail/send-mail.ts';
import type { Deliver } from '../delivery-worker.ts';
import type { NotificationDeps } from '../../deps.ts';

interface MailAddresses extends Pick<NotificationDeps, 'mailer'> {
  addressOf: (userId: string) => Promise<string | null>;
}

/** To the account's e-mail address. */
export const mailChannel =
  ({ mailer, addressOf }: MailAddresses): Deliver =>
  async ({ id, userId, payload }, signal) => {
    const to = await addressOf(userId);
    if (to === null) return { outcome: 'gone', reason: 'no account' };
    return sendMail(mailer, { id, to, ...letter(payload as Letter) }, signal);
  };
