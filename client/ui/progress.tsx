import { classes } from './classes.ts';
import styles from './progress.module.css';

interface Props {
  label: string;
  /** 0 to 100. */
  percent: string;
  tone?: 'profit' | 'loss' | 'doubt';
}

export const Progress = ({ label, percent, tone = 'profit' }: Props) => (
  <span className={styles.progress}>
    <progress className={classes(styles.bar, styles[tone])} max={100} value={Number(percent)} aria-label={label} />
    <span className={styles.text}>{percent}%</span>
  </span>
);
