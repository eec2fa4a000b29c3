import { Big } from 'big.js';
import * as z from 'zod/mini';
import { Condition, type ConditionKind } from '#contracts/alert-conditions.ts';
import type { Trend } from '#contracts/rules/series/trendline.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { localMinute } from '../../../lib/local-minute.ts';

export type FieldName =
  | 'direction'
  | 'percent'
  | 'window'
  | 'factor'
  | 'bars'
  | 'interval'
  | 'length'
  | 'level'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'against'
  | 'band'
  | 'duringBar'
  | 'fromTime'
  | 'fromPrice'
  | 'toTime'
  | 'toPrice'
  | 'straightIn'
  | 'until'
  | 'when'
  | 'at'
  | 'clock'
  | 'days'
  | 'coin'
  | 'events';

/** As typed; times are local: '2026-11-25T14:30', '08:30'. Of several choices the chosen ones, separated by spaces; empty what is not ticked. */
export type ConditionDraft = { kind: ConditionKind } & Partial<Record<FieldName, string>>;

const CROSSING = { direction: 'either', interval: '1h' };

const USUAL: Record<ConditionKind, Omit<ConditionDraft, 'kind'>> = {
  'percent-move': { direction: 'either', percent: '3', window: '1h' },
  volume: { factor: '3', bars: '20', interval: '15m' },
  rsi: { length: '14', level: '30', direction: 'down', interval: '1h' },
  ema: { fast: '9', slow: '21', ...CROSSING },
  'price-ema': { length: '21', ...CROSSING },
  macd: { fast: '12', slow: '26', signal: '9', against: 'signal', ...CROSSING },
  bollinger: { length: '20', band: 'upper', ...CROSSING },
  trendline: { straightIn: 'price', direction: 'either' },
  time: { when: 'daily', clock: '09:00', days: '1 2 3 4 5' },
  listing: { coin: '', events: 'listed trading' },
};

/** What is usual for a kind; a trend line starts empty. */
export const usualDraft = (kind: ConditionKind): ConditionDraft => ({ kind, ...USUAL[kind] });

const COUNTS_FOR_MS = 30 * DAY_MS;

/** A line drawn on the chart; its prices count for 30 days after now and after its later point. `now` is epoch ms. */
export const trendDraft = ({ from, to, logarithmic }: Trend, now: number): ConditionDraft => ({
  ...usualDraft('trendline'),
  fromTime: localMinute(from.time),
  fromPrice: new Big(from.price).toFixed(),
  toTime: localMinute(to.time),
  toPrice: new Big(to.price).toFixed(),
  straightIn: logarithmic ? 'percent' : 'price',
  until: localMinute(Math.max(now, to.time) + COUNTS_FOR_MS),
});

const NUMBERS = ['percent', 'factor', 'bars', 'length', 'level', 'fast', 'slow', 'signal'] as const;
const CHOICES = ['direction', 'window', 'interval', 'against', 'band', 'straightIn'] as const;

const numberOf = (typed: string | undefined): number => (typed?.trim() ? Number(typed) : NaN);
const timeOf = (typed: string | undefined): number => Date.parse(typed ?? '');

const chosenOf = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);
const WEEK = [0, 1, 2, 3, 4, 5, 6];

function minuteOf(clock: string | undefined): number {
  const [hours, minutes] = (clock ?? '').split(':').map(Number);
  return (hours ?? NaN) * 60 + (minutes ?? NaN);
}

/** By the clock of this device. */
function clockOf({ when, at, clock, days }: ConditionDraft): object {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (when === 'once') return { kind: 'once', at: timeOf(at), zone };
  return { kind: 'weekly', minute: minuteOf(clock), days: when === 'daily' ? WEEK : chosenOf(days).map(Number), zone };
}

function rawOf(draft: ConditionDraft): Record<string, unknown> {
  if (draft.kind === 'time') return { kind: draft.kind, time: clockOf(draft) };
  if (draft.kind === 'listing') {
    const coin = draft.coin?.trim().toUpperCase() || null;
    return { kind: draft.kind, coin, events: chosenOf(draft.events) };
  }
  const raw: Record<string, unknown> = { kind: draft.kind };
  for (const name of NUMBERS) if (draft[name] !== undefined) raw[name] = numberOf(draft[name]);
  for (const name of CHOICES) if (draft[name] !== undefined) raw[name] = draft[name];
  if (draft.duringBar) raw['duringBar'] = true;
  if (draft.kind !== 'trendline') return raw;
  return {
    ...raw,
    from: { time: timeOf(draft.fromTime), price: numberOf(draft.fromPrice) },
    to: { time: timeOf(draft.toTime), price: numberOf(draft.toPrice) },
    until: timeOf(draft.until),
  };
}

const FIELD_OF: Record<string, FieldName> = {
  'from.time': 'fromTime',
  'from.price': 'fromPrice',
  'to.time': 'toTime',
  'to.price': 'toPrice',
  'time.at': 'at',
  'time.minute': 'clock',
  'time.days': 'days',
};
const EMPTY: Partial<Record<FieldName, string>> = {
  fromTime: 'Enter the time of the first point.',
  fromPrice: 'Enter the price of the first point.',
  toTime: 'Enter the time of the second point.',
  toPrice: 'Enter the price of the second point.',
  until: 'Enter a time.',
  at: 'Enter a time.',
  clock: 'Enter a time of the day.',
};

export type ConditionFaults = Partial<Record<FieldName, string>>;

/** The condition, or what is wrong with each field. */
export function readCondition(draft: ConditionDraft): { condition: Condition } | { faults: ConditionFaults } {
  const read = z.safeParse(Condition, rawOf(draft));
  if (read.success) return { condition: read.data };
  const faults: ConditionFaults = {};
  for (const { path, message } of read.error.issues) {
    const name = FIELD_OF[path.join('.')] ?? (path[0] as FieldName | undefined);
    // A rule about two fields has no path: it is said at the second.
    const field = name ?? (draft.kind === 'trendline' ? 'toTime' : 'slow');
    faults[field] ??= draft[field] ? message : (EMPTY[field] ?? message);
  }
  return { faults };
}
