import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../use-form.ts';
import type { Entry } from './enter.ts';
import styles from './sign-screen.module.css';

const NAMES = ['code'] as const;

const KINDS = {
  app: {
    label: 'Code',
    hint: 'The 6 digits that your authenticator app shows now.',
    wrong: 'This code is wrong or used already. Type the next one that your app shows.',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
    faultOf: (code: string) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? null : 'Type the 6 digits of your app.'),
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the ten codes that you saved. Each works once.',
    wrong: 'This recovery code is wrong or used already.',
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    faultOf: (code: string) => (code.trim() === '' ? 'Type one of your recovery codes.' : null),
    other: 'Use an app code',
  },
} as const;

interface Props {
  /** The password has been accepted already. */
  send: (code: string) => Promise<Entry>;
  onBack: () => void;
}

interface EntryProps extends Props {
  kind: keyof typeof KINDS;
  onOther: () => void;
}

function CodeEntry({ kind, send, onBack, onOther }: EntryProps) {
  const { label, hint, wrong, input, faultOf, other } = KINDS[kind];
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const entering = useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const entry = await send(code.trim());
      if (entry === 'refused') onBack();
      if (entry === 'code-wanted') show({ code: wrong });
    },
    onError: (error) => toast.error(error.message),
  });
  const { faults, show, formProps } = useForm({
    names: NAMES,
    faultsOf: ({ code }): { code?: string } => {
      const fault = faultOf(code);
      return fault === null ? {} : { code: fault };
    },
    onSubmit: entering.mutate,
  });
  return (
    <form className={styles.form} {...formProps}>
      <div className={styles.withLink}>
        <Field ref={field} label={label} name="code" hint={hint} error={faults.code} maxLength={64} {...input} />
        <button type="button" className={styles.link} onClick={onOther}>
          {other}
        </button>
      </div>
      <Button type="submit" wide busy={entering.isPending}>
        Sign in
      </Button>
      <p className={styles.switch}>
        Lost both? Go back and press Forgot password: a reset by mail can request the removal of two-factor.
      </p>
      <Button variant="quiet" wide onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

/** Second step of signing in. */
export function CodeForm(props: Props) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  return <CodeEntry key={kind} kind={kind} onOther={() => setKind(kind === 'app' ? 'recovery' : 'app')} {...props} />;
}
