import { Info } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './help.module.css';
import { Icon } from './icon.tsx';

/** A word explained: a press shows the text, another press or Escape hides it. */
export function Help({ about, children }: { about: string; children: ReactNode }) {
  const id = useId();
  return (
    <span className={styles.help}>
      <button type="button" className={styles.button} aria-label={`What is meant: ${about}`} popoverTarget={id}>
        <Icon of={Info} size={14} />
      </button>
      <span id={id} popover="auto" className={styles.text}>
        {children}
      </span>
    </span>
  );
}
