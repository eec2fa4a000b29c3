import styles from './skeleton.module.css';

interface Props {
  /** Lines of text it stands for. */
  lines?: number;
  /** CSS height of each line if not that of text, so that nothing moves when the real thing comes. */
  height?: string;
  label?: string;
}

/** Shows itself only after 150 ms: what comes sooner needs no placeholder. */
export function Skeleton({ lines = 3, height, label = 'Loading' }: Props) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} {...(height && { style: { height } })} />
      ))}
    </output>
  );
}
