export const PERIODS = ['all', 'today', 'week', 'month', 'year', 'between'] as const;
export type Period = (typeof PERIODS)[number];

export interface Span {
  from?: number;
  before?: number;
}

/** Values of date inputs: '2026-11-21'; '' is open. */
export interface Days {
  first: string;
  last: string;
}

const DAYS_BACK: Record<Exclude<Period, 'all' | 'year' | 'between'>, number> = { today: 0, week: 6, month: 29 };
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Local midnight of a day, epoch ms, or some days later; undefined without a day. */
function midnight(day: string, later = 0): number | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  return year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
}

/** Starts at local midnight, so that the query key is stable all day. */
export function spanOf(period: Period, { first, last }: Days, now: number): Span {
  if (period === 'all') return {};
  if (period === 'between') {
    const [from, before] = [midnight(first), midnight(last, 1)];
    return { ...(from !== undefined && { from }), ...(before !== undefined && { before }) };
  }
  const today = new Date(now);
  if (period === 'year') return { from: new Date(today.getFullYear(), 0).getTime() };
  return { from: new Date(today.getFullYear(), today.getMonth(), today.getDate() - DAYS_BACK[period]).getTime() };
}
