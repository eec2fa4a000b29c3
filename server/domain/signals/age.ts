import { SECOND } from '#contracts/rules/time.ts';

/** How far the sender's clock may be ahead, ms. */
const AHEAD = 5 * SECOND;

interface Age {
  /** UTC epoch ms. */
  sent: number | null;
  received: number;
  /** Seconds. */
  longest: number;
  /** The owner takes signals that do not say when they were made. */
  mayBeUndated: boolean;
}

/** Why a signal is too old, or not of now; null where it is taken. */
export function ageFault({ sent, received, longest, mayBeUndated }: Age): string | null {
  if (sent === null)
    return mayBeUndated ? null : 'It does not say when it was made, and this hook takes only signals that do.';
  const late = received - sent;
  if (late < -AHEAD) return `its time is ${Math.ceil(-late / SECOND)} s ahead of this server's; at most 5 are taken`;
  return late > longest * SECOND ? `came ${Math.ceil(late / SECOND)} s late; the longest is ${longest}` : null;
}

/** Seconds: a sender may shorten the longest age, never lengthen it. */
export const longestAge = (own: number, maxLag: number | null): number => Math.min(own, maxLag ?? own);
