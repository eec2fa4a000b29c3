import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import styles from './trading-notice.module.css';
import { tradingQuery } from './trading.queries.ts';

const Refusal = lazy(async () => ({ default: (await import('./trading-refusal.tsx')).TradingRefusal }));

/** Shown above the order form while trading is switched off; its code loads only then. */
export function TradingNotice() {
  const { data } = useQuery(tradingQuery);
  return (
    <output className={styles.region}>
      {data && data.refusal !== null ? (
        <Suspense fallback={data.refusal}>
          <Refusal text={data.refusal} own={data.off} />
        </Suspense>
      ) : null}
    </output>
  );
}
