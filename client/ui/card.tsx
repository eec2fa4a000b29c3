import { createContext, createElement, type ReactNode, useContext, useId } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';

/** Heading level of card titles: one below the heading above them. */
export const CardTitle = createContext<'h2' | 'h3'>('h2');

interface Props {
  title?: ReactNode;
  /** To the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A region named by its title. */
export function Card({ title, actions, children, className }: Props) {
  const id = useId();
  const heading = useContext(CardTitle);
  if (title === undefined) return <div className={classes(styles.card, className)}>{children}</div>;
  return (
    <section aria-labelledby={id} className={classes(styles.card, className)}>
      <header className={styles.header}>
        {createElement(heading, { id, className: styles.title }, title)}
        {actions}
      </header>
      {children}
    </section>
  );
}
