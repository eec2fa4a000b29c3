import { useQuery } from '@tanstack/react-query';
import type { Earned, HistoryFilter } from '#contracts/history.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { type CurvePoint, drawdownOf } from '#contracts/rules/drawdown.ts';
import { floored, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { exactTime } from '../../../lib/format-time.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ValueCurve } from '../../../ui/value-curve.tsx';
import { historySummary } from './history.queries.ts';
import styles from './history.module.css';

function curveText({ currency, curve, decimals }: Earned): string {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return '';
  const end = formatAmount(last.profit, decimals);
  return `Result over time: from 0 on ${exactTime(first.at)} to ${end} ${currency} on ${exactTime(last.at)}`;
}

/** The sum of results, from nothing on. */
function pointsOf({ curve }: Earned): CurvePoint[] {
  const points = curve.map(({ at, profit }) => ({ at, value: profit }));
  const [first] = points;
  return first ? [{ at: first.at, value: ZERO }, ...points] : [];
}

function Currency({ earned }: { earned: Earned }) {
  const { currency, decimals, profit, parts, won, lost, unknown, winRate } = earned;
  const points = pointsOf(earned);
  const { deepest } = drawdownOf(points);
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
        {deepest ? (
          <div>
            <dt>Drawdown</dt>
            <dd>
              <Amount value={floored(deepest.amount.times(-1), decimals)} decimals={decimals} unit={currency} />
            </dd>
          </div>
        ) : null}
        {unknown > 0 ? (
          <div>
            <dt>Unknown</dt>
            <dd>{unknown}, not in the sum</dd>
          </div>
        ) : null}
      </dl>
      {points.length > 2 ? (
        <ValueCurve stepped zero points={points} label={curveText(earned)} className={styles.figure} />
      ) : null}
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
