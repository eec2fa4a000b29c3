import { useQuery } from '@tanstack/react-query';
import { OctagonPause } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Icon } from '../../../../ui/icon.tsx';
import styles from './trading.module.css';
import { tradingQuery } from './trading.queries.ts';

/** Shown above the order form while trading is switched off. */
export function TradingNotice() {
  const { data } = useQuery(tradingQuery);
  return (
    <output className={styles.region}>
      {data && data.refusal !== null ? (
        <span className={styles.notice}>
          <Icon of={OctagonPause} size={20} className={styles.sign} />
          <span>
            {data.refusal} {data.off ? <Link to="/account#security">My account</Link> : null}
          </span>
        </span>
      ) : null}
    </output>
  );
}
