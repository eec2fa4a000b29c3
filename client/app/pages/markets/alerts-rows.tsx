import type { Market } from '#contracts/symbol.ts';
import { AlertsTab } from '../../../features/alerts/alerts-tab.tsx';
import { AlertsWithOffer } from '../alerts/alerts-with-offer.tsx';

interface Props {
  market: Market;
  /** The pair a new alert begins with. */
  pairName: string;
}

export const AlertsRows = (props: Props) => <AlertsWithOffer {...props} screen={AlertsTab} />;
