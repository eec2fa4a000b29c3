import { type SignUpForm as Form, signUpFaults } from '#contracts/rules/sign-up.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { enterNewAccount, register } from './sign-in.ts';
import styles from './sign-screen.module.css';
import { useForm } from './use-form.ts';

const NAMES = ['username', 'email', 'password', 'passwordConfirmation'] as const;

interface Props {
  /** The account exists; signing in follows at once. */
  onJoined: () => void;
}

export function SignUpForm({ onJoined }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const joining = useMutation({
    mutationFn: async (form: Form) => {
      if (!(await register(form))) return;
      onJoined();
      if (!(await enterNewAccount(client, form))) await navigate('/signin', { replace: true });
    },
    onError: (error) => toast.error(error.message),
  });
  const { faults, formProps } = useForm({ names: NAMES, faultsOf: signUpFaults, onSubmit: joining.mutate });
  return (
    <form className={styles.form} {...formProps}>
      <Field label="Name" name="username" autoComplete="name" maxLength={100} error={faults.username} />
      <Field label="E-mail" name="email" type="email" autoComplete="username" maxLength={254} error={faults.email} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        error={faults.password}
        hint="At least 10 characters with an uppercase and a lowercase letter, a digit and one of !@#$%^&*()_+"
      />
      <Field
        label="Confirm new password"
        name="passwordConfirmation"
        type="password"
        autoComplete="new-password"
        error={faults.passwordConfirmation}
      />
      <Button type="submit" wide busy={joining.isPending}>
        Sign up
      </Button>
    </form>
  );
}
