import { MINUTE_MS } from './durations.ts';

const CHARS = '2026-11-25T14:30'.length;

/** A time, epoch ms, for a field of local date and time: '2026-11-25T14:30'. */
export function localMinute(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * MINUTE_MS;
  return new Date(time - offset).toISOString().slice(0, CHARS);
}
