import type { UserInfo } from '#contracts/accounts.ts';
import { AccountScreen } from '../../features/accounts/account-screen.tsx';
import { AccountKeys } from '../../features/keys/account-keys.tsx';
import { prefetched } from '../../lib/prefetched.ts';
import { LiveChip } from '../../live/live-chip.tsx';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';

const Notifications = prefetched(async () => (await import('./account/notifications.tsx')).Notifications);

const notificationsOf = (user: UserInfo) => <Notifications user={user} />;

export function AccountPage() {
  return (
    <Page title={HEADINGS['/account']} actions={<LiveChip />}>
      <AccountScreen keys={<AccountKeys />} notifications={notificationsOf} />
    </Page>
  );
}
