import type { UserInfo } from '#contracts/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { ProveBanner } from '../../features/accounts/address/prove-banner.tsx';
import { whenToGo } from '../../lib/go-to.ts';
import { siteQuery, useModeInRoot } from '../../lib/site.ts';
import { useArrived } from '../../lib/use-arrived.ts';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorBoundary, ErrorScreen } from '../error-screen.tsx';
import { pageLoading } from '../pages.ts';
import { onOpenRequest } from '../pwa/start-pwa.ts';
import { UpdatePrompt } from '../pwa/update-prompt.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';
import { useNewPage } from './use-new-page.ts';
import { useSession } from './use-session.ts';

const KeepPushOn = lazy(async () => ({ default: (await import('../pwa/keep-push-on.tsx')).KeepPushOn }));

const KeepReadable = lazy(async () => ({ default: (await import('../pwa/keep-readable.tsx')).KeepReadable }));

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../features/accounts/confirm/confirm-dialog.tsx')).ConfirmDialog,
}));
const ProveDialog = lazy(async () => ({
  default: (await import('../../features/accounts/address/prove-dialog.tsx')).ProveDialog,
}));
const RemovalNotice = lazy(async () => ({
  default: (await import('../../features/accounts/account/two-factor/removal-notice.tsx')).RemovalNotice,
}));
const GoogleToast = lazy(async () => ({
  default: (await import('../../features/accounts/google/google-toast.tsx')).GoogleToast,
}));

const Nothing = () => null;

/** Pending account matters, above every signed-in page. */
function AccountNotices({ user: { proven, twoFactorEndsAt } }: { user: UserInfo }) {
  const { pathname } = useLocation();
  // These pages ask by themselves.
  if (/^\/(prove_address|keep_two_factor)\//.test(pathname)) return null;
  return (
    <>
      {twoFactorEndsAt === null ? null : (
        <Suspense>
          <RemovalNotice endsAt={twoFactorEndsAt} />
        </Suspense>
      )}
      {proven ? null : <ProveBanner />}
    </>
  );
}

/** Background tasks and prompts of a signed-in user; an error in them leaves the page working. */
const Background = ({ user }: { user: UserInfo }) => (
  <ErrorBoundary screen={Nothing}>
    <Suspense>
      <KeepReadable person={user.id} />
      <KeepPushOn person={user.email} />
      <ConfirmDialog />
      <ProveDialog />
      <GoogleToast />
    </Suspense>
  </ErrorBoundary>
);

function Progress() {
  const loading = useSyncExternalStore(pageLoading.subscribe, pageLoading.isLoading, () => false);
  return loading ? <div className={styles.progress} aria-hidden="true" /> : null;
}

export function Shell() {
  const main = useNewPage();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { signedIn, user } = useSession();
  const { data: site } = useQuery(siteQuery);
  const known = useArrived(user ?? undefined);
  useModeInRoot();
  useEffect(() => {
    const go = (path: string) => void navigate(path);
    const stops = [onOpenRequest(go), whenToGo(go)];
    return () => stops.forEach((stop) => stop());
  }, [navigate]);
  return (
    <div className={classes(styles.shell, signedIn && styles.withBar)}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Progress />
      <Header signedIn={signedIn} user={user} paper={site?.exchangeMode === 'paper'} />
      <main id="content" tabIndex={-1} ref={main} className={styles.main}>
        {user ? <AccountNotices user={user} /> : null}
        <ErrorBoundary place={pathname} screen={ErrorScreen}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      {signedIn ? <BottomBar /> : null}
      <UpdatePrompt />
      {known ? <Background user={known} /> : null}
    </div>
  );
}
