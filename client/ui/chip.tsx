import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classes } from './classes.ts';

export type ChipKind = 'live' | 'stale' | 'offline' | 'paper' | 'plain';

const TEXTS: Record<ChipKind, string> = {
  live: 'Live',
  stale: 'Stale',
  offline: 'Offline',
  paper: 'Paper trading',
  plain: '',
};

interface Props {
  kind?: ChipKind;
  /** Replaces the default text: 'Stale since 12:04'. */
  children?: ReactNode;
}

/** A state as text; color is only an addition. */
export function Chip({ kind = 'plain', children }: Props) {
  return <span className={classes(styles.chip, styles[kind])}>{children ?? TEXTS[kind]}</span>;
}
