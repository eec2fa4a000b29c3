import { resetPassword } from '#contracts/recovery.ts';
import { emailFault } from '#contracts/rules/sign-up.ts';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Empty } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../use-form.ts';
import styles from './sign-screen.module.css';

const NAMES = ['email'] as const;

interface Props {
  /** E-mail typed in the previous step. */
  email: string;
  onBack: (email: string) => void;
}

function Sent({ email, onBack }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.sent}>
      <Empty
        icon={MailCheck}
        title="Check your mail"
        action={
          <Button variant="quiet" wide onClick={() => onBack(email)}>
            Back
          </Button>
        }
      >
        If {email} has an account here, a mail with a link is on its way. The link works once, within 30 minutes. No
        mail? Check your spam folder.
      </Empty>
    </div>
  );
}

export function RecoverForm({ email, onBack }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const asking = useMutation({
    mutationFn: (form: { email: string }) => call(resetPassword, { json: { userEmail: form.email.trim() } }),
    onSuccess: () => toast.success('Check instruction in email for password recover'),
    onError: (error) => toast.error(error.message),
  });
  const { faults, texts, formProps } = useForm({
    names: NAMES,
    faultsOf: (form): { email?: string } => {
      const fault = emailFault(form.email);
      return fault === null ? {} : { email: fault };
    },
    onSubmit: asking.mutate,
  });
  if (asking.isSuccess) return <Sent email={asking.variables.email.trim()} onBack={onBack} />;
  return (
    <form className={styles.form} {...formProps}>
      <Field
        ref={field}
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        error={faults.email}
        hint="We send you a link to choose a new password."
      />
      <div className={styles.pair}>
        <Button variant="quiet" onClick={() => onBack(texts.email || email)}>
          Back
        </Button>
        <Button type="submit" busy={asking.isPending}>
          Reset password
        </Button>
      </div>
    </form>
  );
}
