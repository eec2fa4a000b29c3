import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { SignInWays } from '../components/sign-in-ways.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoverForm } from './recover-form.tsx';
import { SignCard } from './sign-card.tsx';
import { SignInForm } from './sign-in-form.tsx';
import type { Credentials } from './enter.ts';

type Step =
  | { at: 'password'; email: string; back: boolean }
  | { at: 'recover'; email: string }
  | { at: 'code'; credentials: Credentials };

/** Where a recovery link that is not valid leads. */
export const RECOVER = { recover: true } as const;

const wantsRecovery = (state: unknown): boolean => typeof state === 'object' && state !== null && 'recover' in state;

interface Props {
  /** The way to the other mode. */
  other: ReactNode;
}

export function SignIn({ other }: Props) {
  const { state } = useLocation() as { state: unknown };
  const [step, setStep] = useState<Step>(
    wantsRecovery(state) ? { at: 'recover', email: '' } : { at: 'password', email: '', back: false },
  );
  const back = (email: string) => setStep({ at: 'password', email, back: true });
  if (step.at === 'recover') {
    return (
      <SignCard title="Recover password">
        <RecoverForm email={step.email} onBack={back} />
      </SignCard>
    );
  }
  if (step.at === 'code') {
    return (
      <SignCard title="Two-factor authentication">
        <CodeForm credentials={step.credentials} onBack={() => back(step.credentials.email)} />
      </SignCard>
    );
  }
  return (
    <SignCard title="Sign in">
      <SignInForm
        email={step.email}
        focused={step.back}
        onForgot={(email) => setStep({ at: 'recover', email })}
        onCodeWanted={(credentials) => setStep({ at: 'code', credentials })}
      />
      <SignInWays />
      {other}
    </SignCard>
  );
}
