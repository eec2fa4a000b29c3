import { CircleHelp, Heart, LogOut } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { signOut } from '../../features/accounts/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LaterInstallButton } from '../pwa/later-install-button.tsx';
import { AlertsDot } from './alerts-dot.tsx';
import styles from './header.module.css';
import { ACCOUNT, navigation } from './links.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  signedIn: boolean;
  traded: boolean;
}

const HELP = { to: '/help', label: 'Help', icon: CircleHelp };
const DONATE = { to: '/donate', label: 'Donate', icon: Heart };

export function Drawer({ open, onClose, signedIn, traded }: Props) {
  const links = [...navigation(traded), ...(signedIn ? [ACCOUNT] : []), HELP, DONATE];
  return (
    <Dialog open={open} onClose={onClose} title="Menu" shape="drawer">
      <nav aria-label="Menu">
        {links.map(({ to, label, icon }) => (
          <NavLink key={to} to={to} className={styles.item} onClick={onClose}>
            <Icon of={icon} /> {label}
            <AlertsDot to={to} />
          </NavLink>
        ))}
        <hr className={styles.rule} />
        {signedIn ? (
          <button type="button" className={styles.item} onClick={() => void signOut()}>
            <Icon of={LogOut} /> Logout
          </button>
        ) : (
          <div className={styles.buttons}>
            <ButtonLink to="/signin" variant="quiet" wide onClick={onClose}>
              Sign in
            </ButtonLink>
            <ButtonLink to="/signup" wide onClick={onClose}>
              Sign up
            </ButtonLink>
          </div>
        )}
      </nav>
      <LaterInstallButton wide />
    </Dialog>
  );
}
