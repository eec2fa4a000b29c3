import { CircleAlert, type LucideIcon, RotateCw, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { isUnreached, NetworkError, PortalError } from '../lib/call.ts';
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

const NOTHING_STORED =
  'Pages that you have read stay on this device for 7 days; this one is not stored. Connect, then try again.';

/** For errors without an answer from the site. */
function stateOf(error: unknown): { icon: LucideIcon; title: string; text: string } | null {
  if (error instanceof PortalError)
    return { icon: WifiOff, title: 'The site cannot be reached', text: sentenceOf(error) };
  if (error instanceof NetworkError) return { icon: WifiOff, title: 'No connection to the site', text: NOTHING_STORED };
  if (isUnreached(error))
    return {
      icon: WifiOff,
      title: 'The site cannot be reached',
      text: 'A proxy or network answered instead. Try again soon.',
    };
  return null;
}

export function ErrorState({ error, title = 'Something went wrong', onRetry, retrying = false }: ErrorProps) {
  const unreachable = stateOf(error);
  const isUnreachable = unreachable !== null;
  useEffect(() => {
    if (!isUnreachable || !onRetry) return undefined;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [isUnreachable, onRetry]);
  return (
    <div className={styles.state} role="alert">
      <Icon of={unreachable?.icon ?? CircleAlert} size={32} className={styles.warning} />
      <p className={styles.title}>{unreachable?.title ?? title}</p>
      <p className={styles.text}>{unreachable?.text ?? sentenceOf(error)}</p>
      {onRetry ? (
        <Button variant="quiet" icon={RotateCw} onClick={onRetry} busy={retrying}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
