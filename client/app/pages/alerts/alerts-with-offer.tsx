import { useQuery } from '@tanstack/react-query';
import { type AlertsProps, AlertsScreen } from '../../../features/alerts/alerts-screen.tsx';
import { marketPairs } from '../../../features/markets/markets.queries.ts';
import { TelegramNote } from '../../../features/notifications/telegram/telegram-note.tsx';
import { useLiveState } from '../../../live/live-provider.tsx';
import { useOfflineSince } from '../use-offline-since.ts';
import { OfferAfterSave } from './offer-after-save.tsx';
import { ThenField } from './then-field.tsx';

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
          telegramNote={<TelegramNote />}
          thenField={ThenField}
          onAdded={onSaved}
        />
      )}
    </OfferAfterSave>
  );
}
