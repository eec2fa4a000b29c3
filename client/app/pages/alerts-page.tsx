import { AlertsScreen } from '../../features/alerts/alerts-screen.tsx';
import { LiveChip } from '../../live/live-chip.tsx';
import { Page } from '../page.tsx';
import { AlertsWithOffer } from './alerts/alerts-with-offer.tsx';

export const AlertsPage = () => (
  <Page title="Alerts" actions={<LiveChip />}>
    <AlertsWithOffer market="binance" pairName="xrp_usdt" screen={AlertsScreen} />
  </Page>
);
