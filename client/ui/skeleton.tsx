import styles from './skeleton.module.css';

interface Props {
  /** Number of text lines. */
  lines?: number;
  /** CSS height of a line, so that nothing shifts when the content arrives. */
  height?: string;
  label?: string;
}

/** Appears only after 150 ms. */
export function Skeleton({ lines = 3, height, label = 'Loading' }: Props) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} {...(height && { style: { height } })} />
      ))}
    </output>
  );
}
