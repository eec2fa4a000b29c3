import { TickMarkType, type Time } from 'lightweight-charts';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const month = new Intl.DateTimeFormat(undefined, { month: 'short' });
const year = new Intl.DateTimeFormat(undefined, { year: 'numeric' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The chart uses seconds; all times are shown in local time. */
const instant = (time: Time): number => Number(time) * 1000;

const FORMATS: Record<TickMarkType, Intl.DateTimeFormat> = {
  [TickMarkType.Year]: year,
  [TickMarkType.Month]: month,
  [TickMarkType.DayOfMonth]: day,
  [TickMarkType.Time]: clock,
  [TickMarkType.TimeWithSeconds]: clock,
};

export const tickText = (time: Time, kind: TickMarkType): string => FORMATS[kind].format(instant(time));
export const dayAndTime = (time: Time): string => whole.format(instant(time));

/** 'UTC+2', at a time in epoch ms: it changes with daylight saving time. */
export function zoneText(time: number, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset.replace('GMT', 'UTC').replace(/\+0$/, '');
}

/** 'Europe/Berlin'. */
export const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
