import type { QuietHours } from '#contracts/notifications.ts';

/** The end of the quiet hours that contain `now`; null outside them. UTC epoch ms. */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const time = clockTime(local);
  const inside = from < to ? time >= from && time < to : time >= from || time < to;
  if (!inside) return null;
  const day = time < to ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  const end = day.toZonedDateTime({ timeZone, plainTime: to });
  // The end falls into the hour skipped in spring: the quiet hours end at the transition.
  if (clockTime(end) !== to) return end.getTimeZoneTransition('previous')?.epochMilliseconds ?? end.epochMilliseconds;
  // The repeated hour in autumn.
  return end.epochMilliseconds > now
    ? end.epochMilliseconds
    : day.toPlainDateTime(to).toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds;
}

/** '03:12' in the time zone. */
export const localTime = (time: number, timeZone: string): string =>
  clockTime(Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone));

function clockTime({ hour, minute }: { hour: number; minute: number }): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
