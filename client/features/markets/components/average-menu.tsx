import { ChevronDown } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './market-header.module.css';

const WAYS = ['Split position', 'Choose average', 'Average All'];

/** Disabled for now. */
export const AverageMenu = () => (
  <details className={styles.menu} name="market-menu">
    <summary className={styles.control}>
      Average
      <Icon of={ChevronDown} size={18} />
    </summary>
    <div className={styles.panel}>
      <ul>
        {WAYS.map((way) => (
          <li key={way} className={styles.off}>
            {way}
          </li>
        ))}
      </ul>
      <p>Averaging merges several blocks of a pair. It is not available yet.</p>
    </div>
  </details>
);
