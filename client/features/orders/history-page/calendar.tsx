import type { Big } from 'big.js';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { EarnedBy } from '#contracts/deals.ts';
import type { HistoryFilter } from '#contracts/history.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { shortResult } from './short-result.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './calendar.module.css';
import { reportOf } from './deals.queries.ts';
import { type Month, monthsLater, spanOfMonth, weeksOf } from './month.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

interface DayProps {
  day: string | null;
  earned: readonly EarnedBy[];
  chosen: boolean;
  onChoose: (day: string | null) => void;
}

const tone = (profit: Big) => (profit.gt(0) ? styles.up : profit.lt(0) ? styles.down : undefined);

/** Results of one day, one line a currency. */
const resultsOn = (earned: readonly EarnedBy[], day: string) =>
  earned.flatMap(({ currency, decimals, days }) => {
    const found = days.find((one) => one.day === day);
    return found ? [{ currency, decimals, ...found }] : [];
  });

function Day({ day, earned, chosen, onChoose }: DayProps) {
  if (day === null) return <td className={styles.empty} aria-label="Another month" />;
  const results = resultsOn(earned, day);
  const date = <span className={styles.date}>{Number(day.slice(-2))}</span>;
  if (results.length === 0) return <td className={styles.day}>{date}</td>;
  const content = (
    <>
      {date}
      {results.map(({ currency, decimals, profit, parts, unknown }) => (
        <span key={currency} className={styles.result}>
          <span className={styles.exact}>
            <Amount value={parts > 0 ? floored(profit, decimals) : null} decimals={decimals} result />
            <span className={earned.length > 1 ? styles.currency : 'visually-hidden'}> {currency}</span>
          </span>
          <span className={classes(styles.short, tone(profit))} aria-hidden="true">
            {parts > 0 ? shortResult(profit) : '—'}
          </span>
          <span className="visually-hidden">, {parts + unknown} closed</span>
        </span>
      ))}
    </>
  );
  return (
    <td className={classes(styles.day, chosen && styles.chosen)}>
      <button
        type="button"
        aria-pressed={chosen}
        className={styles.press}
        onClick={() => onChoose(chosen ? null : day)}
      >
        {content}
      </button>
      <div className={styles.printed}>{content}</div>
    </td>
  );
}

interface Props {
  filter: HistoryFilter;
  month: Month;
  onMonth: (month: Month) => void;
  day: string | null;
  onDay: (day: string | null) => void;
}

/** A month of results; a press on a day shows its rows. */
export function Calendar({ filter, month, onMonth, day, onDay }: Props) {
  const { data, error, refetch, isFetching } = useQuery(reportOf({ ...filter, ...spanOfMonth(month) }));
  const title = new Date(month.year, month.month - 1, 1).toLocaleDateString(undefined, {
    month: 'long',
    year: 'numeric',
  });
  const step = (by: number) => onMonth(monthsLater(month, by));
  return (
    <Card
      title={title}
      actions={
        <span className={styles.steps}>
          <IconButton icon={ChevronLeft} label="Previous month" onClick={() => step(-1)} />
          <IconButton icon={ChevronRight} label="Next month" onClick={() => step(1)} />
        </span>
      }
    >
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!data && !error ? <Skeleton lines={5} height="56px" label="Loading the calendar" /> : null}
      {data ? (
        <table className={styles.grid} aria-label={`Results by day, ${title}`}>
          <thead>
            <tr>
              {WEEKDAYS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find((one) => one !== null)}>
                {week.map((one, index) => (
                  <Day
                    key={one ?? WEEKDAYS[index]}
                    day={one}
                    earned={data.earned}
                    chosen={one !== null && one === day}
                    onChoose={onDay}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Card>
  );
}
