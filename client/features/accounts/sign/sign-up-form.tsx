import { PASSWORD_KNOWN } from '#contracts/rules/password.ts';
import { type SignUpForm as Form, signUpFaults } from '#contracts/rules/sign-up.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { NewPasswordFields } from '../components/new-password-fields.tsx';
import { useForm } from '../use-form.ts';
import { enterNewAccount, register } from './enter.ts';
import styles from './sign-screen.module.css';

const NAMES = ['username', 'email', 'password', 'passwordConfirmation'] as const;

interface Props {
  /** The account has been created; signing in follows. */
  onJoined: () => void;
}

export function SignUpForm({ onJoined }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const joining = useMutation({
    mutationFn: async (form: Form) => {
      const refusal = await register(form);
      if (refusal !== null) {
        if (refusal === PASSWORD_KNOWN) show({ password: refusal });
        return;
      }
      onJoined();
      if (!(await enterNewAccount(client, form))) await navigate('/signin', { replace: true });
    },
    onError: (error) => toast.error(error.message),
  });
  const { faults, texts, show, formProps } = useForm({
    names: NAMES,
    faultsOf: signUpFaults,
    onSubmit: joining.mutate,
  });
  return (
    <form className={styles.form} {...formProps}>
      <Field label="Name" name="username" autoComplete="name" maxLength={100} error={faults.username} />
      <Field label="E-mail" name="email" type="email" autoComplete="username" maxLength={254} error={faults.email} />
      <NewPasswordFields label="Password" typed={texts.password} email={texts.email} faults={faults} />
      <Button type="submit" wide busy={joining.isPending}>
        Sign up
      </Button>
    </form>
  );
}
