import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Market } from '#contracts/symbol.ts';
import { userQuery } from '../../features/accounts/session.ts';
import type { AlertsProps } from '../../features/alerts/alerts-screen.tsx';
import { marketPairs } from '../../features/markets/markets.queries.ts';
import { PushOffer, usePushOffer } from '../../features/notifications/push-offer.tsx';
import { TelegramNote } from '../../features/notifications/telegram/telegram-note.tsx';
import { useLiveState } from '../../live/live-provider.tsx';
import { InstallGuide } from '../pwa/install-guide.tsx';
import { useOfflineSince } from './use-offline.ts';

interface Props {
  market: Market;
  /** The pair a new alert begins with. */
  pairName: string;
  /** The alerts themselves: the page's, or the tab's. */
  screen: ComponentType<AlertsProps>;
}

function WithOffer({ person, ...props }: Props & { person: string }) {
  const { open, offer, onClose } = usePushOffer(person);
  return (
    <>
      <Alerts {...props} onAdded={offer} />
      <PushOffer open={open} onClose={onClose} person={person} installGuide={<InstallGuide />} />
    </>
  );
}

function Alerts({ market, pairName, screen: Screen, onAdded }: Props & { onAdded: () => void }) {
  const { data: pairs = [] } = useQuery(marketPairs(market));
  return (
    <Screen
      market={market}
      pairs={pairs}
      pairName={pairName}
      live={useLiveState().kind === 'live'}
      offline={useOfflineSince() !== null}
      telegramNote={<TelegramNote />}
      onAdded={onAdded}
    />
  );
}

/** The alerts, and once one is saved the offer of notifications on this device. */
export function AlertsWithOffer(props: Props) {
  const { data: user } = useQuery(userQuery);
  return user ? <WithOffer {...props} person={user.email} /> : <Alerts {...props} onAdded={() => {}} />;
}
