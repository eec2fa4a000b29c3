import { renderSVG } from 'uqr';
import styles from './donations.module.css';

/** Drawn here, from the very text that stands beside it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <img
    className={styles.code}
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`}
    alt={label}
    width="200"
    height="200"
  />
);
