import { letter, type Mail, type Mailer } from '../../../mail/index.ts';
import type { Letter } from '../../../mail/letter.ts';
import type { Deliver } from '../deliveries/delivery-worker.ts';
import type { Outcome } from '../outcome.ts';

interface Deps {
  mailer: Pick<Mailer, 'send'>;
  addressOf: (userId: string) => Promise<string | null>;
}

const SENT: Outcome = { outcome: 'sent' };
const BROKEN_OFF: Outcome = { outcome: 'later', reason: 'broken off', retryAfter: 0 };

/** 5xx is final, except for our own authentication, which the operator can correct. */
function judge(error: unknown): Outcome {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  const reason = `SMTP ${responseCode || code || 'did not take it'}`;
  const isOurs = responseCode >= 530 && responseCode < 540;
  return responseCode >= 500 && !isOurs ? { outcome: 'failed', reason } : { outcome: 'later', reason, retryAfter: 0 };
}

/** Sends one mail unless aborted. */
export function sendMail(mailer: Pick<Mailer, 'send'>, mail: Mail, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return Promise.resolve(BROKEN_OFF);
  const brokenOff = new Promise<Outcome>((resolve) => {
    signal.addEventListener('abort', () => resolve(BROKEN_OFF), { once: true });
  });
  return Promise.race([mailer.send(mail).then(() => SENT, judge), brokenOff]);
}

/** To the account's e-mail address. */
export const mailChannel =
  ({ mailer, addressOf }: Deps): Deliver =>
  async ({ userId, payload }, signal) => {
    const to = await addressOf(userId);
    if (to === null) return { outcome: 'gone', reason: 'no account' };
    return sendMail(mailer, { to, ...letter(payload as Letter) }, signal);
  };
