import { Refusal } from '../../lib/errors.ts';

/** '40 seconds', '12 minutes': rounded up. */
function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 100 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The refusal of a limit that is reached for another `waitMs`. */
export function tooMany(sentence: string, waitMs: number): Refusal {
  const retryAfter = waitMs / 1000;
  return new Refusal('too-many', `${sentence} Try again in ${inWords(retryAfter)}.`, { retryAfter });
}
