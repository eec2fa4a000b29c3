import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classes } from './classes.ts';

export type ChipKind = 'live' | 'stale' | 'offline' | 'paper' | 'plain';

const WORDS: Record<ChipKind, string> = {
  live: 'Live',
  stale: 'Stale',
  offline: 'Offline',
  paper: 'Paper trading',
  plain: '',
};

interface Props {
  kind?: ChipKind;
  /** In place of the kind's own words: 'Stale since 12:04'. */
  children?: ReactNode;
}

/** A state in words; colour only repeats it. */
export function Chip({ kind = 'plain', children }: Props) {
  return <span className={classes(styles.chip, styles[kind])}>{children ?? WORDS[kind]}</span>;
}
