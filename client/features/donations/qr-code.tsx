import { renderSVG } from 'uqr';
import styles from './donations.module.css';

/** Generated on the device from the displayed text. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <img
    className={styles.code}
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`}
    alt={label}
    width="200"
    height="200"
  />
);
