import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import { type AlertsProps, AlertsScreen } from '../../../features/alerts/alerts-screen.tsx';
import { marketPairs } from '../../../features/markets/markets.queries.ts';
import { useLiveState } from '../../../live/live-provider.tsx';
import { useOfflineSince } from '../use-offline-since.ts';
import { OfferAfterSave } from './offer-after-save.tsx';

const TelegramNote = lazy(async () => ({
  default: (await import('../../../features/notifications/telegram/telegram-note.tsx')).TelegramNote,
}));

const LazyThenField = lazy(async () => ({ default: (await import('./then-field.tsx')).ThenField }));

const ThenField = (props: ComponentProps<typeof LazyThenField>) => (
  <Suspense fallback={null}>
    <LazyThenField {...props} />
  </Suspense>
);

type Props = Pick<AlertsProps, 'market' | 'pairName' | 'highlightedId' | 'formOpen'>;

export function AlertsWithOffer(page: Props) {
  const { data: pairs = [] } = useQuery(marketPairs(page.market));
  const live = useLiveState().kind === 'live';
  const offline = useOfflineSince() !== null;
  return (
    <OfferAfterSave>
      {(onSaved) => (
        <AlertsScreen
          {...page}
          pairs={pairs}
          live={live}
          offline={offline}
          telegramNote={
            <Suspense fallback={null}>
              <TelegramNote />
            </Suspense>
          }
          thenField={ThenField}
          onAdded={onSaved}
        />
      )}
    </OfferAfterSave>
  );
}
