import { refusal } from '../../binance-error.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Parameters } from '../parameters.ts';

const ZONE = /^([-+]?)(\d{1,2})(?::(\d{2}))?$/;

/** How far the requested time zone is ahead of UTC, ms: hours, or hours and minutes, from -12:00 to +14:00. */
export function zoneAhead(parameters: Parameters): number {
  const [, sign, hours, minutes = '0'] = ZONE.exec(parameters.get('timeZone') ?? '0') ?? [];
  const offset = Number(hours) * HOUR + Number(minutes) * MINUTE;
  const ahead = sign === '-' ? -offset : offset;
  if (hours === undefined || Number(minutes) > 59 || ahead < -12 * HOUR || ahead > 14 * HOUR)
    throw refusal(-1130, "Data sent for parameter 'timeZone' is not valid.");
  return ahead;
}
