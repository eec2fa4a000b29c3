import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { returnPath } from '../../../lib/return-path.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { signedInHint } from '../../../lib/signed-in-hint.ts';
import { userQuery } from '../session.ts';
import { SignCard } from './sign-card.tsx';
import { SignIn } from './sign-in.tsx';
import styles from './sign-screen.module.css';
import { SignUpForm } from './sign-up-form.tsx';

export type SignMode = 'in' | 'up';

const OTHER = {
  in: { question: "Don't have an account?", name: 'Sign up', to: '/signup' },
  up: { question: 'Already have an account?', name: 'Sign in', to: '/signin' },
} as const;

const WELCOME_PATH = '/welcome';

function OtherMode({ mode, state }: { mode: SignMode; state: unknown }) {
  const { question, name, to } = OTHER[mode];
  return (
    <p className={styles.switch}>
      {question}{' '}
      <Link to={to} state={state} replace>
        {name}
      </Link>
    </p>
  );
}

/** Signed-in users are redirected away. */
export function SignScreen({ mode }: { mode: SignMode }) {
  const location = useLocation();
  const state: unknown = location.state;
  const { data: user, isPending, isFetching, dataUpdatedAt } = useQuery(userQuery);
  const [joined, setJoined] = useState(false);
  // The cached user may belong to a session that has ended.
  const isKept = dataUpdatedAt <= performance.timeOrigin;
  if (user && isKept && isFetching) return <Skeleton />;
  if (user) return <Navigate to={joined ? WELCOME_PATH : returnPath(state)} replace />;
  if (isPending && signedInHint()) return <Skeleton />;
  const other = <OtherMode mode={mode} state={state} />;
  if (mode === 'in') return <SignIn other={other} />;
  return (
    <SignCard title="Sign up">
      <SignUpForm onJoined={() => setJoined(true)} />
      {other}
    </SignCard>
  );
}
