import { OctagonPause } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Icon } from '../../../../ui/icon.tsx';
import styles from './trading.module.css';

/** `own`: switched off by the person, who can switch it on again. */
export const TradingRefusal = ({ text, own }: { text: string; own: boolean }) => (
  <span className={styles.notice}>
    <Icon of={OctagonPause} size={20} className={styles.sign} />
    <span>
      {text} {own ? <Link to="/account#security">My account</Link> : null}
    </span>
  </span>
);
