import { OctagonPause } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Icon } from '../../../../ui/icon.tsx';
import styles from './trading.module.css';

/** `own`: by a switch or limit of the person, who can change it. */
export const TradingRefusal = ({ text, own }: { text: string; own: boolean }) => (
  <span className={styles.notice}>
    <Icon of={OctagonPause} size={20} className={styles.sign} />
    <span>
      {text} {own ? <Link to="/account#security">My account</Link> : null}
    </span>
  </span>
);
