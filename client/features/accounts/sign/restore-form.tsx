import { restorePassword } from '#contracts/recovery.ts';
import { PASSWORDS_DIFFER, passwordFault } from '#contracts/rules/password.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call, CallError } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { NewPasswordFields } from '../components/new-password-fields.tsx';
import { forgetSession } from '../session.ts';
import { useForm } from '../use-form.ts';
import { ResetSummary, type Reset, useResetChoices } from './reset-summary.tsx';
import styles from './sign-screen.module.css';

const NAMES = ['password', 'passwordConfirmation'] as const;

interface Form {
  password: string;
  passwordConfirmation: string;
}

function faultsOf({ password, passwordConfirmation }: Form): Partial<Form> {
  const fault = passwordFault(password, '');
  return {
    ...(fault === null ? {} : { password: fault }),
    ...(password === passwordConfirmation ? {} : { passwordConfirmation: PASSWORDS_DIFFER }),
  };
}

interface Props {
  passwordUrlHash: string;
  reset: Reset;
  /** The link is no longer valid. */
  onRefused: () => void;
}

export function RestoreForm({ passwordUrlHash, reset, onRefused }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const cleared = useResetChoices(reset);
  const creating = useMutation({
    mutationFn: (form: Form) => call(restorePassword, { json: { passwordUrlHash, ...form, ...cleared.choice } }),
    onSuccess: async (created) => {
      if (!created) {
        toast.error('An error occur try again later');
        return onRefused();
      }
      // The old password's sessions have ended, including this browser's.
      void forgetSession(client);
      toast.success('New password created');
      await navigate('/signin', { replace: true });
    },
    onError: (error) => {
      const issues = error instanceof CallError ? error.issues : [];
      if (issues.length === 0) toast.error(error.message);
      else show(Object.fromEntries(issues.map(({ path, message }) => [path, message])));
    },
  });
  const { faults, texts, show, formProps } = useForm({ names: NAMES, faultsOf, onSubmit: creating.mutate });
  return (
    <form className={styles.form} {...formProps}>
      <NewPasswordFields label="New password" typed={texts.password} email="" faults={faults} />
      <ResetSummary reset={reset} {...cleared} />
      <Button type="submit" wide busy={creating.isPending}>
        Create
      </Button>
    </form>
  );
}
