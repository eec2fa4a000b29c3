export interface Month {
  year: number;
  /** 1 to 12. */
  month: number;
}

/** '2026-11'. */
export const monthText = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}`;

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Null where the text names no month. */
export function readMonth(text: string | null): Month | null {
  const [, year, month] = MONTH.exec(text ?? '') ?? [];
  return year === undefined ? null : { year: Number(year), month: Number(month) };
}

export const monthOf = (time: number): Month => {
  const date = new Date(time);
  return { year: date.getFullYear(), month: date.getMonth() + 1 };
};

export function monthsLater({ year, month }: Month, by: number): Month {
  const date = new Date(year, month - 1 + by, 1);
  return { year: date.getFullYear(), month: date.getMonth() + 1 };
}

/** From its first local midnight to that of the next month, epoch ms. */
export const spanOfMonth = ({ year, month }: Month) => ({
  from: new Date(year, month - 1, 1).getTime(),
  before: new Date(year, month, 1).getTime(),
});

/** Of a day such as '2026-11-25'; null where the text is none. */
export function spanOfDay(day: string | null): { from: number; before: number } | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? [];
  if (year === undefined) return null;
  const midnight = (later: number) => new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return { from: midnight(0), before: midnight(1) };
}

/** The weeks of a month from Monday on; null are days of its neighbors. */
export function weeksOf(of: Month): (string | null)[][] {
  const { year, month } = of;
  const days = new Date(year, month, 0).getDate();
  const empty = (new Date(year, month - 1, 1).getDay() + 6) % 7;
  const cells = [
    ...Array.from({ length: empty }, () => null),
    ...Array.from({ length: days }, (_, index) => `${monthText(of)}-${String(index + 1).padStart(2, '0')}`),
  ];
  const weeks: (string | null)[][] = [];
  for (let from = 0; from < cells.length; from += 7) {
    const week: (string | null)[] = cells.slice(from, from + 7);
    while (week.length < 7) week.push(null);
    weeks.push(week);
  }
  return weeks;
}
