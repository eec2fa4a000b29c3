import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Market } from '#contracts/symbol.ts';
import type { AlertsProps } from '../../../features/alerts/alerts-screen.tsx';
import { marketPairs } from '../../../features/markets/markets.queries.ts';
import { TelegramNote } from '../../../features/notifications/telegram/telegram-note.tsx';
import { useLiveState } from '../../../live/live-provider.tsx';
import { useOfflineSince } from '../use-offline.ts';
import { OfferAfterSave } from './offer-after-save.tsx';

interface Props {
  market: Market;
  /** The pair a new alert begins with. */
  pairName: string;
  /** The alerts themselves: the page's, or the tab's. */
  screen: ComponentType<AlertsProps>;
}

export function AlertsWithOffer({ market, pairName, screen: Screen }: Props) {
  const { data: pairs = [] } = useQuery(marketPairs(market));
  const live = useLiveState().kind === 'live';
  const offline = useOfflineSince() !== null;
  return (
    <OfferAfterSave>
      {(onSaved) => (
        <Screen
          market={market}
          pairs={pairs}
          pairName={pairName}
          live={live}
          offline={offline}
          telegramNote={<TelegramNote />}
          onAdded={onSaved}
        />
      )}
    </OfferAfterSave>
  );
}
