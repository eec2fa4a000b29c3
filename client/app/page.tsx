import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import styles from './page.module.css';

interface Props {
  /** Of the document; also the heading unless another is given. */
  title: string;
  heading?: string;
  /** Hides the heading from the eye where the place is dear. */
  headingHidden?: boolean;
  /** The widest the content gets; `wide` is the whole screen. */
  width?: 'text' | 'normal' | 'broad' | 'wide';
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, heading = title, headingHidden = false, width = 'normal', actions, children }: Props) {
  useTitle(title);
  return (
    <div className={styles[width]}>
      <div className={headingHidden ? 'visually-hidden' : styles.header}>
        <h1>{heading}</h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
