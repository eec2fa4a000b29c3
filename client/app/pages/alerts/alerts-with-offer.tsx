import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AlertsProps } from '../../../features/alerts/alerts-screen.tsx';
import { marketPairs } from '../../../features/markets/markets.queries.ts';
import { TelegramNote } from '../../../features/notifications/telegram/telegram-note.tsx';
import { useLiveState } from '../../../live/live-provider.tsx';
import { useOfflineSince } from '../use-offline.ts';
import { OfferAfterSave } from './offer-after-save.tsx';

interface Props extends Pick<AlertsProps, 'market' | 'pairName' | 'led' | 'adds'> {
  screen: ComponentType<AlertsProps>;
}

export function AlertsWithOffer({ screen: Screen, ...page }: Props) {
  const { data: pairs = [] } = useQuery(marketPairs(page.market));
  const live = useLiveState().kind === 'live';
  const offline = useOfflineSince() !== null;
  return (
    <OfferAfterSave>
      {(onSaved) => (
        <Screen
          {...page}
          pairs={pairs}
          live={live}
          offline={offline}
          telegramNote={<TelegramNote />}
          onAdded={onSaved}
        />
      )}
    </OfferAfterSave>
  );
}
