import type { UserInfo } from '#contracts/accounts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { siteQuery } from '../../lib/site.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './account-screen.module.css';
import { Activity } from './account/activity/activity.tsx';
import { SecretUses } from './account/activity/secret-uses.tsx';
import { Appearance } from './account/appearance.tsx';
import { DataExport } from './account/data-export.tsx';
import { PasskeysSection } from './account/passkeys/passkeys-section.tsx';
import { Profile } from './account/profile/profile.tsx';
import { Section, SectionLinks } from './account/section.tsx';
import { Sessions } from './account/sessions/sessions.tsx';
import { LimitsSection } from './account/limits/limits-section.tsx';
import { TradingSection } from './account/trading/trading-section.tsx';
import { TwoFactorSection } from './account/two-factor/two-factor-section.tsx';
import { GoogleCard } from './google/google-card.tsx';
import { signOut, userQuery } from './session.ts';

interface Props {
  /** Cards of other features, placed on this page. */
  keys: ReactNode;
  notifications: (user: UserInfo) => ReactNode;
}

function Last() {
  const { data: site } = useQuery(siteQuery);
  const leaving = useMutation({ mutationFn: signOut });
  return (
    <div className={styles.last}>
      <Button variant="quiet" icon={LogOut} busy={leaving.isPending} onClick={() => leaving.mutate()}>
        Logout
      </Button>
      <p>Tandem {site?.version ?? '—'}</p>
    </div>
  );
}

/** The browser looked for the fragment before the section was rendered. */
function useAddressedSection(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
}

function Sections({ user, keys, notifications }: Props & { user: UserInfo }) {
  useAddressedSection();
  // The sections below the screen come after the first ones are shown, unless the address names one.
  const all = useDeferredValue(true, window.location.hash !== '');
  return (
    <div className={styles.sections}>
      <Section id="profile">
        <Profile user={user} />
      </Section>
      <Section id="keys">{keys}</Section>
      {all ? (
        <>
          <Section id="security">
            <TwoFactorSection />
            <PasskeysSection />
            <GoogleCard />
            <Sessions />
            <LimitsSection />
            <TradingSection />
          </Section>
          <Section id="notifications">{notifications(user)}</Section>
          <Section id="activity">
            <Activity />
            <SecretUses />
          </Section>
          <Section id="data">
            <DataExport />
          </Section>
          <Section id="appearance">
            <Appearance />
          </Section>
          <Last />
        </>
      ) : null}
    </div>
  );
}

export function AccountScreen(slots: Props) {
  const { data, error, refetch, isFetching } = useQuery(userQuery);
  const user = useDeferredData(data);
  return (
    <div className={styles.screen}>
      <SectionLinks />
      {user ? (
        <Sections {...slots} user={user} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={6} height="56px" label="Loading your account" />
      )}
    </div>
  );
}
