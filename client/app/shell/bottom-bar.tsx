import { NavLink } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { AlertsDot } from './alerts-dot.tsx';
import styles from './bottom-bar.module.css';
import { BOTTOM_BAR } from './links.ts';

export const BottomBar = () => (
  <nav className={styles.bar} aria-label="Quick">
    {BOTTOM_BAR.map(({ to, label, icon }) => (
      <NavLink key={to} to={to} className={styles.link}>
        <Icon of={icon} size={22} />
        {label}
        <AlertsDot to={to} />
      </NavLink>
    ))}
  </nav>
);
