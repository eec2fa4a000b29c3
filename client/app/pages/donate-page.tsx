import { DonationsScreen } from '../../features/donations/donations-screen.tsx';
import { Page } from '../page.tsx';

export const DonatePage = () => (
  <Page title="Support us">
    <DonationsScreen message={null} />
  </Page>
);
