import type { ReactNode } from 'react';
import { useTitle } from '../../../lib/use-title.ts';
import { Card } from '../../../ui/card.tsx';
import { Logo } from '../../../ui/logo.tsx';
import styles from './sign-screen.module.css';

interface Props {
  title: string;
  children: ReactNode;
}

/** Frame of every step before signing in. */
export function SignCard({ title, children }: Props) {
  useTitle(title);
  return (
    <div className={styles.screen}>
      <Card className={styles.card}>
        <Logo size={32} named={false} />
        <h1>{title}</h1>
        {children}
      </Card>
    </div>
  );
}
