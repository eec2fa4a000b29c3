import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './states.module.css';

interface EmptyProps {
  icon?: LucideIcon;
  title: string;
  children?: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={styles.state}>
      {icon ? <Icon of={icon} size={32} className={styles.picture} /> : null}
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action}
    </div>
  );
}

interface ErrorProps {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
}

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function ErrorState({ error, title = 'Something went wrong', onRetry, retrying = false }: ErrorProps) {
  return (
    <div className={styles.state} role="alert">
      <Icon of={CircleAlert} size={32} className={styles.warning} />
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{sentenceOf(error)}</p>
      {onRetry ? (
        <Button variant="quiet" icon={RotateCw} onClick={onRetry} busy={retrying}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
