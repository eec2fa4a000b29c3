import { lazy, memo, Suspense } from 'react';
import type { View } from '#contracts/rules/view.ts';
import { prefetched } from '../../../lib/prefetched.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useOfflineSince } from '../use-offline-since.ts';
import { MarketPriceProvider } from './market-price-provider.tsx';
import type { Averaging } from './use-averaging.ts';

const BlockRows = prefetched(async () => (await import('../../../features/orders/rows/block-rows.tsx')).BlockRows);
const AlertsTab = lazy(async () => ({
  default: (await import('../alerts/alerts-with-offer.tsx')).AlertsWithOffer,
}));
const HistoryTab = lazy(async () => ({ default: (await import('./history-rows.tsx')).HistoryRows }));

const PRICED_EVERY_MS = 100;

interface Props extends Averaging {
  view: View;
  onChange: (change: Partial<View>) => void;
}

function Rows({ view, onChange, ...averaging }: Props) {
  const offlineSince = useOfflineSince();
  const { section, ...pair } = view;
  if (section === 'alerts') return <AlertsTab market={view.market} pairName={view.symbolName} />;
  const key = `${view.market} ${view.symbolName} ${view.counterEarning} ${section}`;
  if (section === 'history')
    return (
      <HistoryTab key={key} view={view} offlineSince={offlineSince} onOpenBlocks={() => onChange({ section: 'buy' })} />
    );
  return (
    <MarketPriceProvider pair={view} everyMs={PRICED_EVERY_MS}>
      <BlockRows
        key={key}
        filter={{ ...pair, section }}
        offlineSince={offlineSince}
        emptyHint="Orders you place appear here."
        {...averaging}
      />
    </MarketPriceProvider>
  );
}

/** Content of the chosen tab; Alerts and History load on their first visit. */
export const TabRows = memo(function TabRows(props: Props) {
  return (
    <Suspense fallback={<Skeleton lines={4} height="72px" />}>
      <Rows {...props} />
    </Suspense>
  );
});
