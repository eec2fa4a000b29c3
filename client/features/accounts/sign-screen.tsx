import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { returnPath } from '../../lib/return-path.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Card } from '../../ui/card.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { signedInHint, userQuery } from './session.ts';
import styles from './sign-screen.module.css';

export type SignMode = 'in' | 'up';

const WORDS = {
  in: { title: 'Sign in', question: "Don't have an account?", other: 'Sign up', to: '/signup' },
  up: { title: 'Sign up', question: 'Already have an account?', other: 'Sign in', to: '/signin' },
} as const;

export const WELCOME_PATH = '/welcome';

/** One screen for both modes. Whoever is, or has just become, signed in is taken away from it. */
export function SignScreen({ mode }: { mode: SignMode }) {
  const { title, question, other, to } = WORDS[mode];
  const location = useLocation();
  const state: unknown = location.state;
  const { data: user, isPending } = useQuery(userQuery);
  const [joined, setJoined] = useState(false);
  useTitle(title);
  if (user) return <Navigate to={joined ? WELCOME_PATH : returnPath(state)} replace />;
  if (isPending && signedInHint()) return <Skeleton />;
  return (
    <div className={styles.screen}>
      <Card className={styles.card}>
        <Logo size={32} named={false} />
        <h1>{title}</h1>
        {mode === 'in' ? <SignInForm key="in" /> : <SignUpForm key="up" onJoined={() => setJoined(true)} />}
        <p className={styles.switch}>
          {question}{' '}
          <Link to={to} state={state} replace>
            {other}
          </Link>
        </p>
      </Card>
    </div>
  );
}
