import { TickMarkType, type Time } from 'lightweight-charts';
import { nextTask } from '../../../lib/next-task.ts';

/** Made when it is first used: making one takes a phone some milliseconds. */
function formatter(options: Intl.DateTimeFormatOptions): (time: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat(undefined, options);
    return format.format(time);
  };
}

const clock = formatter({ hour: 'numeric', minute: '2-digit' });
const day = formatter({ day: 'numeric', month: 'short' });
const month = formatter({ month: 'short' });
const year = formatter({ year: 'numeric' });
const whole = formatter({ dateStyle: 'medium', timeStyle: 'short' });

/** The chart uses seconds; all times are shown in local time. */
const instant = (time: Time): number => Number(time) * 1000;

const FORMATS: Record<TickMarkType, (time: number) => string> = {
  [TickMarkType.Year]: year,
  [TickMarkType.Month]: month,
  [TickMarkType.DayOfMonth]: day,
  [TickMarkType.Time]: clock,
  [TickMarkType.TimeWithSeconds]: clock,
};

export const tickText = (time: Time, kind: TickMarkType): string => FORMATS[kind](instant(time));
export const dayAndTime = (time: Time): string => whole(instant(time));

const MINUTES = 60;

/** 'UTC+2' where local time is 120 minutes ahead of UTC. */
export function zoneText(ahead: number): string {
  if (ahead === 0) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / MINUTES), Math.abs(ahead) % MINUTES];
  return `UTC${ahead < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}

/** 'Europe/Berlin'. */
export const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The first use of Intl takes a phone a long task: before the chart and in two parts, none is too long. */
export async function loadIntl(): Promise<void> {
  await nextTask();
  Intl.NumberFormat();
  await nextTask();
  zoneName();
}
