import { classes } from '../../../../ui/classes.ts';
import styles from './avatar.module.css';
import { DRAWINGS } from './drawings.ts';

const TONES = ['lime', 'blue', 'orange', 'green', 'rose', 'amber'] as const;

interface Props {
  /** From 1. */
  index: number;
  className?: string | undefined;
}

/** Decorative, because the user's name is next to it. */
export function Avatar({ index, className }: Props) {
  const at = index - 1;
  const drawing = DRAWINGS[at] ?? DRAWINGS[0];
  // Shifted by one per row of six, so that the columns of the picker vary in color.
  const tone = TONES[(at + Math.floor(at / TONES.length)) % TONES.length] ?? 'lime';
  const look = drawing?.isLine ? styles.line : styles.shape;
  return (
    <svg
      viewBox="0 0 48 48"
      className={classes(styles.avatar, styles[tone], className)}
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawing?.path} className={classes(look, styles.behind)} />
      <path d={drawing?.path} className={classes(look, styles.before)} />
    </svg>
  );
}
