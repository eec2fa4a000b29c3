import type { UserInfo } from '#contracts/accounts.ts';
import { AccountScreen } from '../../features/accounts/account-screen.tsx';
import { DeviceNotifications } from '../../features/notifications/device-notifications.tsx';
import { Page } from '../page.tsx';
import { InstallGuide } from '../pwa/install-guide.tsx';

const notificationsOf = (user: UserInfo) => <DeviceNotifications person={user.email} installGuide={<InstallGuide />} />;

export const AccountPage = () => (
  <Page title="My account" width="text">
    <AccountScreen notifications={notificationsOf} />
  </Page>
);
