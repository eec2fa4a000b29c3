import { lazy, Suspense } from 'react';
import type { View } from '../../../features/markets/view.ts';
import { BlockRows } from '../../../features/orders/rows/block-rows.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useOfflineSince } from '../use-offline.ts';

const AlertsTab = lazy(async () => ({ default: (await import('./alerts-rows.tsx')).AlertsRows }));
const HistoryTab = lazy(async () => ({
  default: (await import('../../../features/orders/history/history-tab.tsx')).HistoryTab,
}));

interface Props {
  view: View;
  onChange: (change: Partial<View>) => void;
}

function Rows({ view, onChange }: Props) {
  const offlineSince = useOfflineSince();
  const { section, ...pair } = view;
  if (section === 'alerts') return <AlertsTab market={view.market} pairName={view.symbolName} />;
  const key = `${view.market} ${view.symbolName} ${view.counterEarning} ${section}`;
  if (section === 'history')
    return (
      <HistoryTab
        key={key}
        filter={pair}
        offlineSince={offlineSince}
        emptyAction={
          <Button variant="quiet" onClick={() => onChange({ section: 'buy' })}>
            See open blocks
          </Button>
        }
      />
    );
  return (
    <BlockRows
      key={key}
      filter={{ ...pair, section }}
      offlineSince={offlineSince}
      emptyHint="An order that you place stands here as a block, from placed to filled."
    />
  );
}

/** What the chosen tab lists; Alerts and History come with their first visit. */
export const TabRows = (props: Props) => (
  <Suspense fallback={<Skeleton lines={4} height="56px" />}>
    <Rows {...props} />
  </Suspense>
);
