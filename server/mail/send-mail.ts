import type { Outcome } from '../runtime/jobs/outcome.ts';
import type { Mail, Mailer } from './index.ts';

const SENT: Outcome = { outcome: 'sent' };
const ABORTED: Outcome = { outcome: 'later', reason: 'broken off', retryAfter: 0 };

/** 5xx is final, except for our own authentication (53x), which the operator can correct. */
function failureOf(error: unknown): Outcome {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  const reason = `SMTP ${responseCode || code || 'did not take it'}`;
  const isOurs = responseCode >= 530 && responseCode < 540;
  return responseCode >= 500 && !isOurs ? { outcome: 'failed', reason } : { outcome: 'later', reason, retryAfter: 0 };
}

/** One attempt to send a mail, unless aborted. */
export function sendMail(mailer: Pick<Mailer, 'send'>, mail: Mail, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return Promise.resolve(ABORTED);
  const aborted = new Promise<Outcome>((resolve) => {
    signal.addEventListener('abort', () => resolve(ABORTED), { once: true });
  });
  return Promise.race([mailer.send(mail).then(() => SENT, failureOf), aborted]);
}
