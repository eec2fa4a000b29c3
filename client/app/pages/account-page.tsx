import type { UserInfo } from '#contracts/accounts.ts';
import { AccountScreen } from '../../features/accounts/account-screen.tsx';
import { AccountKeys } from '../../features/keys/account-keys.tsx';
import { DeviceNotifications } from '../../features/notifications/device-notifications.tsx';
import { AlertSettings } from '../../features/notifications/settings/alert-settings.tsx';
import { OpenAppAlerts } from '../../features/notifications/settings/open-app-alerts.tsx';
import { TelegramSection } from '../../features/notifications/telegram/telegram-section.tsx';
import { LiveChip } from '../../live/live-chip.tsx';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { InstallGuide } from '../pwa/install-guide.tsx';

const notificationsOf = (user: UserInfo) => (
  <>
    <DeviceNotifications person={user.email} installGuide={<InstallGuide />} />
    <TelegramSection />
    <OpenAppAlerts />
    <AlertSettings />
  </>
);

export function AccountPage() {
  return (
    <Page title={HEADINGS['/account']} actions={<LiveChip />}>
      <AccountScreen keys={<AccountKeys />} notifications={notificationsOf} />
    </Page>
  );
}
