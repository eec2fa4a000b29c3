import type { UserInfo } from '#contracts/accounts.ts';
import { DeviceNotifications } from '../../../features/notifications/device-notifications.tsx';
import { AlertSettings } from '../../../features/notifications/settings/alert-settings.tsx';
import { OpenAppAlerts } from '../../../features/notifications/settings/open-app-alerts.tsx';
import { TelegramSection } from '../../../features/notifications/telegram/telegram-section.tsx';
import { InstallGuide } from '../../pwa/install-guide.tsx';

export const Notifications = ({ user }: { user: UserInfo }) => (
  <>
    <DeviceNotifications person={user.id} installGuide={<InstallGuide />} />
    <TelegramSection />
    <OpenAppAlerts />
    <AlertSettings />
  </>
);
