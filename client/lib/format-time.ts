import { HOUR_MS, MINUTE_MS } from './durations.ts';

type Style = 'short' | 'long';

/** Creating a format costs more than a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function written(time: number, style: Style, locale: string | undefined): string {
  const name = `${style} ${locale ?? ''}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, { dateStyle: style, timeStyle: style });
  formats.set(name, format);
  return format.format(time);
}

/** Relative up to an hour, then local date and time; epoch ms. */
export function formatTime(time: number, now: number, locale?: string): string {
  const ago = now - time;
  if (ago < MINUTE_MS) return 'just now';
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min ago`;
  return written(time, 'short', locale);
}

/** '7:11 PM'. */
export const formatClock = (time: number, locale?: string): string =>
  new Date(time).toLocaleTimeString(locale ?? [], { hour: 'numeric', minute: '2-digit' });

/** Time only for today, date and time otherwise. */
export const formatMoment = (time: number, now: number, locale?: string): string =>
  new Date(time).toDateString() === new Date(now).toDateString()
    ? formatClock(time, locale)
    : written(time, 'short', locale);

export const exactTime = (time: number, locale?: string): string => written(time, 'long', locale);
