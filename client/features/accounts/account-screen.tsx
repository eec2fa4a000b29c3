import type { UserInfo } from '#contracts/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { prefetched } from '../../lib/prefetched.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './account-screen.module.css';
import { Profile } from './account/profile/profile.tsx';
import { Section, SectionLinks } from './account/section.tsx';
import { userQuery } from './session.ts';

const LaterSections = prefetched(async () => (await import('./account/later-sections.tsx')).LaterSections);

interface Props {
  /** Cards of other features, placed on this page. */
  keys: ReactNode;
  notifications: (user: UserInfo) => ReactNode;
}

function Sections({ user, keys, notifications }: Props & { user: UserInfo }) {
  // The sections below the screen come after the first ones are shown, unless the address names one.
  const all = useDeferredValue(true, window.location.hash !== '');
  return (
    <div className={styles.sections}>
      <Section id="profile">
        <Profile user={user} />
      </Section>
      <Section id="keys">{keys}</Section>
      {all ? (
        <Suspense fallback={<Skeleton lines={12} height="56px" label="Loading your account" />}>
          <LaterSections>{notifications(user)}</LaterSections>
        </Suspense>
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
