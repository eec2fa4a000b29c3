import type { UserInfo } from '#contracts/accounts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { siteQuery } from '../../lib/site.ts';
import { chooseTheme, chosenTheme, THEMES } from '../../lib/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './account-screen.module.css';
import { signOut, userQuery } from './session.ts';

const THEME_NAMES = { system: 'As the device', dark: 'Dark', light: 'Light' } as const;

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Select
      label="Theme"
      value={theme}
      options={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
      onChange={(event) => {
        const next = THEMES.find((value) => value === event.target.value) ?? 'system';
        chooseTheme(next);
        setTheme(next);
      }}
    />
  );
}

const Facts = ({ user }: { user: UserInfo }) => (
  <dl className={styles.facts}>
    <dt>Name</dt>
    <dd>{user.username}</dd>
    <dt>E-mail</dt>
    <dd>{user.email}</dd>
    <dt>Telegram</dt>
    <dd>{user.telegram === '' ? '—' : user.telegram}</dd>
  </dl>
);

interface Props {
  /** The cards of other slices that belong on this page. */
  notifications: (user: UserInfo) => ReactNode;
}

export function AccountScreen({ notifications }: Props) {
  const { data: user, error, refetch } = useQuery(userQuery);
  const { data: site } = useQuery(siteQuery);
  const leaving = useMutation({ mutationFn: signOut });
  return (
    <div className={styles.screen}>
      <Card title="Profile">
        {user ? (
          <Facts user={user} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
      </Card>
      {user ? notifications(user) : null}
      <Card title="Appearance">
        <ThemeChoice />
      </Card>
      <div className={styles.last}>
        <Button variant="quiet" icon={LogOut} busy={leaving.isPending} onClick={() => leaving.mutate()}>
          Logout
        </Button>
        <p>Tandem {site?.version ?? '—'}</p>
      </div>
    </div>
  );
}
