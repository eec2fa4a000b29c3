import type { Outcome } from '../runtime/jobs/outcome.ts';
import type { Mail, Mailer } from './index.ts';

const SENT: Outcome = { outcome: 'sent' };
const ABORTED: Outcome = { outcome: 'later', reason: 'broken off', retryAfter: 0 };
/** How long a mail that is under way may take after a stop, ms. */
const LAST = 2_000;

/** 5xx is final, except for our own authentication (53x), which the operator can correct. */
function failureOf(error: unknown): Outcome {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  const reason = `SMTP ${responseCode || code || 'did not take it'}`;
  const isOurs = responseCode >= 530 && responseCode < 540;
  return responseCode >= 500 && !isOurs ? { outcome: 'failed', reason } : { outcome: 'later', reason, retryAfter: 0 };
}

/** One attempt to send a mail. At a stop the mail server has a moment to take it; after that it is broken off. */
export async function sendMail(mailer: Pick<Mailer, 'send'>, mail: Mail, stopping: AbortSignal): Promise<Outcome> {
  if (stopping.aborted) return ABORTED;
  const breakOff = new AbortController();
  const onStop = () => void setTimeout(() => breakOff.abort(), LAST);
  stopping.addEventListener('abort', onStop, { once: true });
  const outcome = await mailer.send(mail, breakOff.signal).then(() => SENT, failureOf);
  stopping.removeEventListener('abort', onStop);
  return outcome;
}
