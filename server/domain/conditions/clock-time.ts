import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { isTimeZone } from '#contracts/rules/time-zone.ts';

/** K-8: once, or at a minute of the day in a person's time zone, on some days of the week. */
export type ClockTime =
  | { kind: 'once'; at: number; zone: string }
  | {
      kind: 'weekly';
      /** Minutes after midnight by the zone's clock. */
      minute: number;
      /** 0 is Sunday; all seven for every day. */
      days: readonly number[];
      /** As in the IANA database: Europe/Berlin. */
      zone: string;
    };

const MINUTES_OF_DAY = 24 * 60;
const WEEK = 7;

/** What the zone's clock shows, as if it were UTC; UTC epoch ms. */
function wallClock(zone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };
}

/**
 * The moment at which the zone's clock shows this. Of a time that comes twice the first; a time that is left out, as when
 * summer time begins, is taken by the clock of before.
 */
function momentOf(shown: number, clock: (time: number) => number): number {
  const offsets = [shown - DAY, shown + DAY].map((near) => clock(near) - near);
  const found = offsets.map((offset) => shown - offset).filter((time) => clock(time) === shown);
  return found.length > 0 ? Math.min(...found) : shown - (offsets[0] ?? 0);
}

/** The first moment after `after` at which it is due, UTC epoch ms; null where there is none any more. */
export function nextDue(time: ClockTime, after: number): number | null {
  if (time.kind === 'once') return time.at > after ? time.at : null;
  const clock = wallClock(time.zone);
  const midnight = Math.floor(clock(after) / DAY) * DAY;
  // From the day before, whose last hour may come twice.
  for (let day = -1; day <= WEEK; day += 1) {
    const shown = midnight + day * DAY + time.minute * MINUTE;
    if (!time.days.includes(new Date(shown).getUTCDay())) continue;
    const due = momentOf(shown, clock);
    if (due > after) return due;
  }
  return null;
}

const LATEST = HOUR;

/** K-8: what was due while no server ran fires late within an hour, and is only listed after that. */
export const howDue = (due: number, now: number): 'not-yet' | 'fires' | 'listed' => {
  if (now < due) return 'not-yet';
  return now - due <= LATEST ? 'fires' : 'listed';
};

/** What is wrong with a time, as a sentence; null where it can be used. */
export function clockTimeFault(time: ClockTime, now: number): string | null {
  if (!isTimeZone(time.zone)) return `${time.zone} is no time zone.`;
  if (time.kind === 'once') return time.at > now ? null : 'Choose a time that is still to come.';
  if (time.days.length === 0) return 'Choose at least one day.';
  const isMinute = Number.isInteger(time.minute) && time.minute >= 0 && time.minute < MINUTES_OF_DAY;
  return isMinute ? null : 'Enter a time of the day between 00:00 and 23:59.';
}
