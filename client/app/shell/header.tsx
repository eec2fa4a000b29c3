import type { UserInfo } from '#contracts/accounts.ts';
import { CircleHelp, Menu } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { ButtonLink, IconButton, IconLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Logo } from '../../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AlertsDot } from './alerts-dot.tsx';
import styles from './header.module.css';
import { navigation } from './links.ts';

const Drawer = lazy(async () => ({ default: (await import('./drawer.tsx')).Drawer }));

interface Props {
  signedIn: boolean;
  user: UserInfo | null | undefined;
}

function VisitorButtons() {
  const { pathname, search, state } = useLocation();
  // Switching between sign-in and sign-up keeps the remembered page.
  const signing = pathname === '/signin' || pathname === '/signup';
  const remembered: unknown = signing ? state : { from: pathname + search };
  return (
    <>
      <ButtonLink to="/signin" state={remembered} variant="quiet" small>
        Sign in
      </ButtonLink>
      <ButtonLink to="/signup" state={remembered} small className={styles.wideOnly}>
        Sign up
      </ButtonLink>
    </>
  );
}

export function Header({ signedIn, user }: Props) {
  const [drawerOpen, setDrawerOpen] = useState(false);
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.home} aria-label="Tandem, home">
        <Logo />
      </Link>
      <nav className={styles.nav} aria-label="Main">
        {navigation(user?.traded ?? false).map(({ to, label }) => (
          <NavLink key={to} to={to} className={styles.link}>
            {label}
            <AlertsDot to={to} />
          </NavLink>
        ))}
      </nav>
      <div className={styles.end}>
        <span className={styles.paper}>
          <Chip kind="paper" />
        </span>
        <IconLink to="/help" icon={CircleHelp} label="Help" className={styles.wideOnly} />
        <ButtonLink to="/donate" variant="quiet" small className={styles.wideOnly}>
          Donate
        </ButtonLink>
        {signedIn ? <AccountMenu user={user} /> : <VisitorButtons />}
        <IconButton
          icon={Menu}
          label="Menu"
          className={styles.menu}
          aria-haspopup="dialog"
          aria-expanded={drawerOpen}
          onClick={() => setDrawerOpen(true)}
        />
      </div>
      {drawerOpen ? (
        <Suspense>
          <Drawer open onClose={() => setDrawerOpen(false)} signedIn={signedIn} traded={user?.traded ?? false} />
        </Suspense>
      ) : null}
    </header>
  );
}
