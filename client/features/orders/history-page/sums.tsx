import { useQuery } from '@tanstack/react-query';
import type { EarnedBy } from '#contracts/deals.ts';
import type { HistoryFilter } from '#contracts/history.ts';
import { floored } from '#contracts/rules/open-result.ts';
import type { Market } from '#contracts/symbol.ts';
import { decimalsOf } from '../../../lib/format-amount.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { reportOf } from './deals.queries.ts';
import styles from './history-page.module.css';

const FEE_DECIMALS = 8;

export interface Narrowed {
  uid?: string;
  market?: Market;
  symbolName?: string;
}

interface Line {
  id: string;
  name: string;
  currency: string;
  decimals: number;
  sum: Pick<EarnedBy['pairs'][number], 'profit' | 'parts' | 'unknown'>;
  /** What its rows are found by. */
  only: Narrowed;
}

const byPair = (earned: readonly EarnedBy[]): Line[] =>
  earned.flatMap(({ currency, decimals, pairs }) =>
    pairs.map(({ market, symbolName, ...sum }) => {
      const id = `${currency} ${market} ${symbolName}`;
      return { id, name: pairLabel(symbolName), currency, decimals, sum, only: { market, symbolName } };
    }),
  );

const byKey = (earned: readonly EarnedBy[]): Line[] =>
  earned.flatMap(({ currency, decimals, keys }) =>
    keys.map(({ uid, name, ...sum }) => ({ id: `${currency} ${uid}`, name, currency, decimals, sum, only: { uid } })),
  );

interface LinesProps {
  title: string;
  lines: readonly Line[];
  onNarrow: (only: Narrowed) => void;
}

const Lines = ({ title, lines, onNarrow }: LinesProps) => (
  <section aria-label={title} className={styles.sumList}>
    <h3>{title}</h3>
    <ul>
      {lines.map(({ id, name, currency, decimals, sum: { profit, parts, unknown }, only }) => (
        <li key={id} className={styles.sum}>
          <Button small variant="quiet" title="Show these rows alone" onClick={() => onNarrow(only)}>
            <bdi>{name}</bdi>
          </Button>
          <bdi className={styles.printed}>{name}</bdi>
          <span className={styles.figures}>
            <Amount result value={parts > 0 ? floored(profit, decimals) : null} decimals={decimals} unit={currency} />
            <span className={styles.muted}>
              {parts + unknown} closed{unknown > 0 ? `, ${unknown} not known` : ''}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </section>
);

/** Totals by pair and key, and the fees paid. */
export function Sums({ filter, onNarrow }: { filter: HistoryFilter; onNarrow: (only: Narrowed) => void }) {
  const { data, error, refetch, isFetching } = useQuery(reportOf(filter));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={3} height="44px" label="Loading the totals" />
    );
  if (data.earned.length === 0) return null;
  return (
    <Card title="Totals" className={styles.totals}>
      <Lines title="By pair" lines={byPair(data.earned)} onNarrow={onNarrow} />
      <Lines title="By key" lines={byKey(data.earned)} onNarrow={onNarrow} />
      <section aria-label="Fees paid" className={styles.sumList}>
        <h3>Fees paid</h3>
        <ul>
          {data.fees.map(({ asset, amount }) => (
            <li key={asset} className={styles.sum}>
              <span>{asset}</span>
              <Amount value={amount} decimals={Math.min(FEE_DECIMALS, decimalsOf(amount))} />
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
