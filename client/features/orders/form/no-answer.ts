import { AnswerError, CallError, NetworkError, PortalError } from '../../../lib/call.ts';

const SAFE = 'the order may have been placed. It is safe to press again: it is placed only once.';
const PORTAL = 'This network may require signing in: open any other website, sign in there, then press again.';

/** Timeout of an order call, ms. */
export const ANSWER_WITHIN = 20_000;

/** Shown after 3 s without an answer. */
export const STILL_WAITING = `Sent, no answer yet: the order may already be placed. You will see the answer here within ${ANSWER_WITHIN / 1_000} seconds.`;

/** Message for an order whose outcome is unknown; null if the site itself answered. */
export function noAnswerMessage(error: Error): string | null {
  if (error instanceof PortalError) return `No answer from the site: ${SAFE} ${PORTAL}`;
  if (error instanceof NetworkError) return `No answer from the site: ${SAFE}`;
  if (error instanceof AnswerError) return `This page is newer or older than the site: ${SAFE}`;
  if (error instanceof CallError && !error.fromSite)
    return `The site could not be reached (${error.status}): ${SAFE} ${PORTAL}`;
  return null;
}
