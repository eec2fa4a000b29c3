import styles from './logo.module.css';

interface Props {
  /** Height in pixels. */
  size?: number;
  /** Shows the name next to the mark. */
  named?: boolean;
}

export function Logo({ size = 24, named = true }: Props) {
  return (
    <span className={styles.logo}>
      <svg className={styles.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M3 4.5 10.5 12 3 19.5" className={styles.follower} />
        <path d="M11 4.5 18.5 12 11 19.5" />
      </svg>
      {named ? <span className={styles.name}>Tandem</span> : <span className="visually-hidden">Tandem</span>}
    </span>
  );
}
