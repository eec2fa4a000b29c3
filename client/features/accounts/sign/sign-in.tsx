import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type GoogleReturn, useGoogleReturn } from '../google/google-return.ts';
import { SignInMethods } from './sign-in-methods.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoverForm } from './recover-form.tsx';
import { SignCard } from './sign-card.tsx';
import styles from './sign-screen.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { type Credentials, enter, enterAfterGoogle } from './enter.ts';

type Step =
  | { at: 'password'; email: string; back: boolean }
  | { at: 'recover'; email: string }
  | { at: 'code'; credentials: Credentials };

/** Navigation state that opens password recovery. */
export const RECOVER = { recover: true } as const;

const wantsRecovery = (state: unknown): boolean => typeof state === 'object' && state !== null && 'recover' in state;

const GoogleSentence = ({ kind, sentence }: GoogleReturn) => (
  <p role={kind === 'error' ? 'alert' : 'status'} className={kind === 'error' ? styles.fault : undefined}>
    {sentence}
  </p>
);

interface Props {
  /** Link to signing up. */
  other: ReactNode;
}

export function SignIn({ other }: Props) {
  const { state } = useLocation() as { state: unknown };
  const [step, setStep] = useState<Step>(
    wantsRecovery(state) ? { at: 'recover', email: '' } : { at: 'password', email: '', back: false },
  );
  const client = useQueryClient();
  const google = useGoogleReturn();
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
        <CodeForm send={(code) => enter(client, step.credentials, code)} onBack={() => back(step.credentials.email)} />
      </SignCard>
    );
  }
  if (google?.notice === 'code' && !step.back) {
    return (
      <SignCard title="Two-factor authentication">
        <p>{google.sentence}</p>
        <CodeForm send={(code) => enterAfterGoogle(client, code)} onBack={() => back('')} />
      </SignCard>
    );
  }
  return (
    <SignCard title="Sign in">
      {google && google.notice !== 'code' ? <GoogleSentence {...google} /> : null}
      <SignInForm
        email={step.email}
        focused={step.back}
        onForgot={(email) => setStep({ at: 'recover', email })}
        onCodeWanted={(credentials) => setStep({ at: 'code', credentials })}
      />
      <SignInMethods />
      {other}
    </SignCard>
  );
}
