import styles from './unseen-dot.module.css';
import { useUnseen } from './use-unseen.ts';

/** Marks the Alerts link if alerts have fired unseen. */
export function UnseenDot() {
  const { ids } = useUnseen();
  if (ids.length === 0) return null;
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">, {ids.length} not seen</span>
    </span>
  );
}
