import type { QuietHours } from '#contracts/notifications.ts';

/** When the quiet hours that last at `now` end; null outside them. UTC epoch ms. */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const time = clockTime(local);
  const inside = from < to ? time >= from && time < to : time >= from || time < to;
  if (!inside) return null;
  const day = time < to ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  const end = day.toZonedDateTime({ timeZone, plainTime: to });
  // The end falls into the hour that spring leaves out: the hours end where the clock leaps.
  if (clockTime(end) !== to) return end.getTimeZoneTransition('previous')?.epochMilliseconds ?? end.epochMilliseconds;
  // Autumn's second pass through the same hour.
  return end.epochMilliseconds > now
    ? end.epochMilliseconds
    : day.toPlainDateTime(to).toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds;
}

/** '03:12' by the clock of a place. */
export const localTime = (time: number, timeZone: string): string =>
  clockTime(Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone));

function clockTime({ hour, minute }: { hour: number; minute: number }): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
