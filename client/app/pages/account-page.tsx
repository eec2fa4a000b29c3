import type { UserInfo } from '#contracts/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { AccountScreen } from '../../features/accounts/account-screen.tsx';
import { AccountKeys } from '../../features/keys/account-keys.tsx';
import { DeviceNotifications } from '../../features/notifications/device-notifications.tsx';
import { TelegramSection } from '../../features/notifications/telegram/telegram-section.tsx';
import { siteQuery } from '../../lib/site.ts';
import { LiveChip } from '../../live/live-chip.tsx';
import { Page } from '../page.tsx';
import { InstallGuide } from '../pwa/install-guide.tsx';

const notificationsOf = (user: UserInfo) => (
  <>
    <DeviceNotifications person={user.email} installGuide={<InstallGuide />} />
    <TelegramSection />
  </>
);

export function AccountPage() {
  const { data: site } = useQuery(siteQuery);
  const navigate = useNavigate();
  return (
    <Page title="My account" actions={<LiveChip />}>
      <AccountScreen
        keys={<AccountKeys outgoingIp={site?.outgoingIp ?? null} onAddCopy={() => void navigate('/api')} />}
        notifications={notificationsOf}
      />
    </Page>
  );
}
