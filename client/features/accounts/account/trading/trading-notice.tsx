import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import styles from './trading-notice.module.css';
import { tradingQuery } from './trading.queries.ts';

const Refusal = lazy(async () => ({ default: (await import('./trading-refusal.tsx')).TradingRefusal }));

/** Shown above the order form while trading is switched off or a loss limit is reached; its code loads only then. */
export function TradingNotice() {
  const { data } = useQuery(tradingQuery);
  const text = data?.refusal ?? data?.entries ?? null;
  return (
    <output className={styles.region}>
      {data && text !== null ? (
        <Suspense fallback={text}>
          <Refusal text={text} own={data.off || data.refusal === null} />
        </Suspense>
      ) : null}
    </output>
  );
}
