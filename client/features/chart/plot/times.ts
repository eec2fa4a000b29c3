import { TickMarkType, type Time } from 'lightweight-charts';
import { nextTask } from '../../../lib/next-task.ts';

type Text = (time: number) => string;

/** Made when it is first used: the first formatter takes a phone some 400 ms. */
function formatter(options: Intl.DateTimeFormatOptions): Text {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat(undefined, options);
    return format.format(time);
  };
}

interface AxisTexts {
  clock: Text;
  day: Text;
  month: Text;
  year: Text;
}

const byLocale: AxisTexts = {
  clock: formatter({ hour: 'numeric', minute: '2-digit' }),
  day: formatter({ day: 'numeric', month: 'short' }),
  month: formatter({ month: 'short' }),
  year: formatter({ year: 'numeric' }),
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const monthOf = (date: Date): string => MONTHS[date.getMonth()] ?? '';

/** The most common locale is built in, as in format-amount.ts: its charts need no formatter. */
const american: AxisTexts = {
  clock(time) {
    const date = new Date(time);
    const minutes = String(date.getMinutes()).padStart(2, '0');
    return `${date.getHours() % 12 || 12}:${minutes} ${date.getHours() < 12 ? 'AM' : 'PM'}`;
  },
  day(time) {
    const date = new Date(time);
    return `${monthOf(date)} ${date.getDate()}`;
  },
  month: (time) => monthOf(new Date(time)),
  year: (time) => String(new Date(time).getFullYear()),
};

const isAmerican = (): boolean => /^en(-US)?$/.test(navigator.language);
const axis = (): AxisTexts => (isAmerican() ? american : byLocale);
const whole = formatter({ dateStyle: 'medium', timeStyle: 'short' });

/** The chart uses seconds; all times are shown in local time. */
const instant = (time: Time): number => Number(time) * 1000;

const PARTS: Record<TickMarkType, keyof AxisTexts> = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'clock',
  [TickMarkType.TimeWithSeconds]: 'clock',
};

export const tickText = (time: Time, kind: TickMarkType): string => axis()[PARTS[kind]](instant(time));
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

/** The first use of Intl takes a phone a long task. Where a chart needs it, it comes before the chart, in two shorter tasks. */
export async function loadIntl(): Promise<void> {
  if (isAmerican()) return;
  await nextTask();
  Intl.NumberFormat();
  await nextTask();
  zoneName();
}
