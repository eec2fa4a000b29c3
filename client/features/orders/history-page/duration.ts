import { DAY, HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';

/** '2 d 4 h', '3 h 5 min', '12 s': the two largest units, cut. */
export function durationText(ms: number): string {
  const whole = (unit: number, within = Infinity) => Math.floor((ms % within) / unit);
  if (ms >= DAY) return `${whole(DAY)} d ${whole(HOUR, DAY)} h`;
  if (ms >= HOUR) return `${whole(HOUR)} h ${whole(MINUTE, HOUR)} min`;
  return ms >= MINUTE ? `${whole(MINUTE)} min` : `${Math.max(0, whole(SECOND))} s`;
}
