import type { UserInfo } from '#contracts/accounts.ts';
import { Bot, KeyRound, LogOut, UserRound, Webhook } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../features/accounts/account/avatar/avatar.tsx';
import { signOut } from '../../features/accounts/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { LaterInstallButton } from '../pwa/later-install-button.tsx';
import styles from './header.module.css';

const POPOVER = 'account-menu';

interface Props {
  /** Undefined until the server has answered. */
  user: UserInfo | null | undefined;
}

/** Native popover: the browser closes it on Escape and outside clicks. */
export function AccountMenu({ user }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button type="button" className={styles.avatar} popoverTarget={POPOVER} aria-label="Your account">
        {user ? <Avatar index={user.iconIdx} className={styles.picture} /> : <Icon of={UserRound} size={18} />}
      </button>
      <div id={POPOVER} popover="auto" ref={menu} className={styles.dropdown}>
        {user ? <p className={styles.who}>{user.username}</p> : null}
        <Link to="/account" className={styles.item} onClick={close}>
          <Icon of={UserRound} /> Account
        </Link>
        <Link to="/api" className={styles.item} onClick={close}>
          <Icon of={KeyRound} /> Your API
        </Link>
        <Link to="/bots" className={styles.item} onClick={close}>
          <Icon of={Bot} /> Bots
        </Link>
        <Link to="/signals" className={styles.item} onClick={close}>
          <Icon of={Webhook} /> Signals
        </Link>
        <LaterInstallButton wide />
        <hr className={styles.rule} />
        <button type="button" className={styles.item} onClick={() => void signOut()}>
          <Icon of={LogOut} /> Logout
        </button>
      </div>
    </>
  );
}
