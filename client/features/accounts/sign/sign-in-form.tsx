import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../use-form.ts';
import { type Credentials, enter, signInFaults } from './enter.ts';
import styles from './sign-screen.module.css';

const NAMES = ['email', 'password'] as const;

interface Props {
  /** E-mail typed in a previous step. */
  email: string;
  /** Focuses the first field on returning from another step. */
  focused: boolean;
  onForgot: (email: string) => void;
  onCodeWanted: (credentials: Credentials) => void;
}

export function SignInForm({ email, focused, onForgot, onCodeWanted }: Props) {
  const client = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) first.current?.focus();
  }, [focused]);
  const entering = useMutation({
    mutationFn: async (credentials: Credentials) => {
      if ((await enter(client, credentials)) === 'code-wanted') onCodeWanted(credentials);
    },
    onError: (error) => toast.error(error.message),
  });
  const { faults, texts, formProps } = useForm({ names: NAMES, faultsOf: signInFaults, onSubmit: entering.mutate });
  return (
    <form className={styles.form} {...formProps}>
      <Field
        ref={first}
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        error={faults.email}
      />
      <div className={styles.withLink}>
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
        <button type="button" className={styles.link} onClick={() => onForgot(texts.email || email)}>
          Forgot password ?
        </button>
      </div>
      {faults.form ? (
        <p role="alert" className={styles.fault}>
          {faults.form}
        </p>
      ) : null}
      <Button type="submit" wide busy={entering.isPending}>
        Sign in
      </Button>
    </form>
  );
}
