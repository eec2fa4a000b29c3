import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import styles from './page.module.css';

interface Props {
  /** Document title; also the heading unless another is given. */
  title: string;
  heading?: string;
  /** Keeps the heading for screen readers only. */
  headingHidden?: boolean;
  /** Maximum width; `wide` uses the whole screen. */
  width?: 'text' | 'normal' | 'broad' | 'wide';
  actions?: ReactNode;
  /** Under the heading. */
  about?: string | undefined;
  children: ReactNode;
}

export function Page({
  title,
  heading = title,
  headingHidden = false,
  width = 'normal',
  actions,
  about,
  children,
}: Props) {
  useTitle(title);
  return (
    <div className={styles[width]}>
      <div className={headingHidden ? 'visually-hidden' : styles.header}>
        <h1>{heading}</h1>
        {actions}
        {about === undefined ? null : <p className={styles.about}>{about}</p>}
      </div>
      {children}
    </div>
  );
}
