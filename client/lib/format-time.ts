const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Relative up to an hour, then the local date and time. Times are epoch ms. */
export function formatTime(time: number, now: number, locale?: string): string {
  const ago = now - time;
  if (ago < MINUTE) return 'just now';
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  return new Date(time).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
}

export const exactTime = (time: number, locale?: string): string =>
  new Date(time).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'long' });
