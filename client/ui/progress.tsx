import styles from './progress.module.css';

interface Props {
  label: string;
  /** 0 to 100, as shown. */
  percent: number;
}

export const Progress = ({ label, percent }: Props) => (
  <span className={styles.progress}>
    <progress className={styles.bar} max={100} value={percent} aria-label={label} />
    <span className={styles.text}>{percent}%</span>
  </span>
);
