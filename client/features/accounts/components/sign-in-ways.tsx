import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { siteQuery } from '../../../lib/site.ts';
import styles from './sign-in-ways.module.css';

interface Props {
  children?: ReactNode;
}

/** Other ways in than a password, under a divider; nothing where there are none. */
export function SignInWays({ children }: Props) {
  const { data: site } = useQuery(siteQuery);
  if (!site?.google && !children) return null;
  return (
    <div className={styles.ways}>
      <p className={styles.divider}>or</p>
      {children}
    </div>
  );
}
