import { useQuery } from '@tanstack/react-query';
import type { Earned, HistoryFilter } from '#contracts/history.ts';
import { floored, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { exactTime } from '../../../lib/format-time.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { EquityCurve } from './equity-curve.tsx';
import { historySummary } from './history.queries.ts';
import styles from './history.module.css';

function curveText({ currency, curve, decimals }: Earned): string {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return '';
  const end = formatAmount(last.profit, decimals);
  return `Result over time: from 0 on ${exactTime(first.at)} to ${end} ${currency} on ${exactTime(last.at)}`;
}

function Currency({ earned }: { earned: Earned }) {
  const { currency, decimals, profit, parts, won, lost, unknown, winRate, curve } = earned;
  return (
    <section className={styles.total} aria-label={`Result in ${currency}`}>
      <dl className={styles.facts}>
        <div>
          <dt>Result, net of fees</dt>
          <dd className={styles.result}>
            <Amount result value={parts > 0 ? floored(profit, decimals) : null} decimals={decimals} unit={currency} />
          </dd>
        </div>
        <div>
          <dt>Win rate</dt>
          <dd>
            <Amount value={winRate} decimals={PERCENT_DECIMALS} unit="%" />
          </dd>
        </div>
        <div>
          <dt>Won / lost, each key’s part</dt>
          <dd>
            {won} / {lost}
          </dd>
        </div>
        {unknown > 0 ? (
          <div>
            <dt>Unknown</dt>
            <dd>{unknown}, not in the sum</dd>
          </div>
        ) : null}
      </dl>
      {curve.length > 1 ? <EquityCurve points={curve} label={curveText(earned)} /> : null}
    </section>
  );
}

interface Props {
  filter: HistoryFilter;
}

/** Totals over all pages, computed by the server. */
export function Totals({ filter }: Props) {
  const { data, error, refetch, isFetching } = useQuery(historySummary(filter));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={1} height="76px" label="Loading the result" />
    );
  return (
    <div className={styles.totals}>
      {data.map((earned) => (
        <Currency key={earned.currency} earned={earned} />
      ))}
    </div>
  );
}
