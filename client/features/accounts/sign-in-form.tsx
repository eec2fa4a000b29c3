import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { type Credentials, enter, signInFaults } from './sign-in.ts';
import styles from './sign-screen.module.css';
import { useForm } from './use-form.ts';

const NAMES = ['email', 'password'] as const;

export function SignInForm() {
  const client = useQueryClient();
  const entering = useMutation({
    mutationFn: (credentials: Credentials) => enter(client, credentials),
    onError: (error) => toast.error(error.message),
  });
  const { faults, formProps } = useForm({ names: NAMES, faultsOf: signInFaults, onSubmit: entering.mutate });
  return (
    <form className={styles.form} {...formProps}>
      <Field label="E-mail" name="email" type="email" autoComplete="username" error={faults.email} />
      <Field label="Password" name="password" type="password" autoComplete="current-password" />
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
