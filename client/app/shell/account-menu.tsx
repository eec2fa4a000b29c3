import { KeyRound, LogOut, UserRound } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { signOut } from '../../features/accounts/session.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './header.module.css';

const POPOVER = 'account-menu';

/** A native popover: Escape and a press elsewhere close it. */
export function AccountMenu({ name }: { name: string | undefined }) {
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button type="button" className={styles.avatar} popoverTarget={POPOVER} aria-label="Your account">
        <span className={styles.initial} aria-hidden="true">
          {name ? String.fromCodePoint(name.codePointAt(0) ?? 63) : <Icon of={UserRound} size={18} />}
        </span>
      </button>
      <div id={POPOVER} popover="auto" ref={menu} className={styles.dropdown}>
        {name ? <p className={styles.who}>{name}</p> : null}
        <Link to="/account" className={styles.item} onClick={close}>
          <Icon of={UserRound} /> Account
        </Link>
        <Link to="/api" className={styles.item} onClick={close}>
          <Icon of={KeyRound} /> Your API
        </Link>
        <hr className={styles.rule} />
        <button type="button" className={styles.item} onClick={() => void signOut()}>
          <Icon of={LogOut} /> Logout
        </button>
      </div>
    </>
  );
}
