import { type ReactNode, useId } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';

interface Props {
  title?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A region named by its title. */
export function Card({ title, actions, children, className }: Props) {
  const id = useId();
  if (title === undefined) return <div className={classes(styles.card, className)}>{children}</div>;
  return (
    <section aria-labelledby={id} className={classes(styles.card, className)}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
