import type { FiringDelivery } from '#contracts/firings.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';

const CHANNEL = { live: 'Open pages', push: 'Push', telegram: 'Telegram', mail: 'E-mail' };

/** 'Push to Chrome on Android'. */
export const channelText = ({ channel, device }: Pick<FiringDelivery, 'channel' | 'device'>): string =>
  device === null ? CHANNEL[channel] : `${CHANNEL[channel]} to ${device}`;

/** '+210 ms', '+1.2 s', '+3 min'; negative if the clocks of two machines differ. */
export function delay(from: number, to: number): string {
  const ms = to - from;
  const sign = ms < 0 ? '\u2212' : '+';
  const size = Math.abs(ms);
  if (size < 1_000) return `${sign}${size} ms`;
  if (size < MINUTE_MS) return `${sign}${(size / 1_000).toFixed(1)} s`;
  return `${sign}${Math.round(size / MINUTE_MS)} min`;
}

export const clock = (time: number, locale?: string): string =>
  new Date(time).toLocaleTimeString(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });

/** Reasons are full sentences. */
const because = (reason: string | null): string => (reason === null ? '' : `. ${reason}`);

/** State of one delivery of a firing detected at `since`. */
export function deliveryText({ state, at, attempts, reason }: FiringDelivery, since: number): string {
  switch (state) {
    case 'sent':
      return `accepted ${delay(since, at)}${attempts > 1 ? `, attempt ${attempts}` : ''}`;
    case 'waiting':
      return attempts === 0
        ? 'on its way'
        : `failed at attempt ${attempts}, retrying at ${clock(at)}${because(reason)}`;
    case 'held':
      return `held until ${clock(at)}: quiet hours`;
    case 'gone':
      return `the recipient no longer exists${because(reason)}`;
    case 'expired':
      return `expired${because(reason)}`;
    case 'failed':
      return `refused${because(reason)}`;
    default:
      return state satisfies never;
  }
}
