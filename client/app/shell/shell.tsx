import type { UserInfo } from '#contracts/accounts.ts';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { NavigationType, NavLink, Outlet, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { ProveBanner } from '../../features/accounts/address/prove-banner.tsx';
import { later } from '../../lib/first-view.ts';
import { onNavigateTo } from '../../lib/navigate.ts';
import { useRootMark } from '../../lib/root-mark.ts';
import { useModeInRoot } from '../../lib/site.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { ErrorBoundary, ErrorScreen } from '../error-screen.tsx';
import { pageLoading } from '../lazy-page.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import { onOpenRequest } from '../pwa/start-pwa.ts';
import { AlertsDot } from './alerts-dot.tsx';
import { UpdatePrompt } from '../pwa/update-prompt.tsx';
import barStyles from './bottom-bar.module.css';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { bottomBar } from './links.ts';
import styles from './shell.module.css';
import { useSession } from './use-session.ts';

const Background = later(async () => (await import('./background.tsx')).Background);
const RemovalNotice = lazy(async () => ({
  default: (await import('../../features/accounts/account/two-factor/removal-notice.tsx')).RemovalNotice,
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

function Progress() {
  const loading = useSyncExternalStore(pageLoading.subscribe, pageLoading.isLoading, () => false);
  return loading ? <div className={styles.progress} aria-hidden="true" /> : null;
}

const BottomBar = ({ traded }: { traded: boolean }) => (
  <nav className={barStyles.bar} aria-label="Quick">
    {bottomBar(traded).map(({ to, label, icon }) => (
      <NavLink key={to} to={to} className={barStyles.link}>
        <Icon of={icon} size={22} />
        {label}
        <AlertsDot to={to} />
      </NavLink>
    ))}
  </nav>
);

/** Moves focus and scroll to the top on navigation, except when going back. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const way = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (way !== NavigationType.Pop && hash === '') window.scrollTo(0, 0);
  }, [pathname, hash, way]);
  return main;
}

export function Shell() {
  const main = useFocusOnNavigation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { signedIn, user } = useSession();
  const known = useDeferredData(user ?? undefined);
  useModeInRoot();
  useRootMark('bar', signedIn);
  useEffect(() => {
    const go = (path: string) => void navigate(path);
    const stops = [onOpenRequest(go), onNavigateTo(go)];
    return () => stops.forEach((stop) => stop());
  }, [navigate]);
  return (
    <div className={classes(styles.shell, signedIn && styles.withBar)}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Progress />
      <Header signedIn={signedIn} user={user} />
      <main id="content" tabIndex={-1} ref={main} className={styles.main}>
        {user ? <AccountNotices user={user} /> : null}
        <ErrorBoundary place={pathname} screen={ErrorScreen}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      {signedIn ? <BottomBar traded={user?.traded ?? false} /> : null}
      <UpdatePrompt />
      {known ? (
        <ErrorBoundary screen={Nothing}>
          <Suspense>
            <Background user={known} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  );
}
