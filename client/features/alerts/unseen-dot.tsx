import styles from './unseen-dot.module.css';
import { useUnseen } from './use-unseen.ts';

/** Beside the way to the alerts: some fired and were not seen. */
export function UnseenDot() {
  const { ids } = useUnseen();
  if (ids.length === 0) return null;
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">, {ids.length} not seen</span>
    </span>
  );
}
