import type { Market } from '#contracts/symbol.ts';
import { AlertsTab } from '../../../features/alerts/alerts-tab.tsx';
import { AlertsWithOffer } from '../alerts/alerts-with-offer.tsx';

interface Props {
  market: Market;
  /** Pair preselected for a new alert. */
  pairName: string;
}

export const AlertsRows = (props: Props) => <AlertsWithOffer {...props} screen={AlertsTab} />;
