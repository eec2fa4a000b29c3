import type { ConditionOf, LISTING_EVENTS } from '../alert-conditions.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const two = (value: number): string => String(value).padStart(2, '0');

const daysText = (days: readonly number[]): string =>
  days.length === DAYS.length
    ? 'Daily'
    : days
        .toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7))
        .map((day) => DAYS[day])
        .join(', ');

function momentText(at: number, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });
  return format.format(at);
}

/** 'Daily at 08:30 (Europe/Berlin)', 'Mon, Fri at 08:30 (UTC)', '1 Dec 2026, 08:30 (UTC)'. */
export function timeText({ time }: ConditionOf<'time'>): string {
  if (time.kind === 'once') return `${momentText(time.at, time.zone)} (${time.zone})`;
  const { minute, days, zone } = time;
  return `${daysText(days)} at ${two(Math.floor(minute / 60))}:${two(minute % 60)} (${zone})`;
}

export type ListingEvent = (typeof LISTING_EVENTS)[number];

/** What becomes of a pair, in words. */
export const LISTING_WORDS: Record<ListingEvent, string> = {
  listed: 'is listed',
  trading: 'begins to trade',
  halted: 'is halted',
  delisted: 'is delisted',
};

/** What an alert on listings is named after. */
export const coinText = ({ coin }: ConditionOf<'listing'>): string => coin ?? 'Any coin';

/** 'is listed or begins to trade' */
export const listingText = ({ events }: ConditionOf<'listing'>): string =>
  events.map((event) => LISTING_WORDS[event]).join(' or ');
