import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import styles from './field.module.css';
import { KeepSelection } from './keep-selection.tsx';

interface Frame {
  label: string;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  /** Replaces the hint. */
  error?: string | null | undefined;
  hint?: ReactNode;
}

interface ShellProps extends Frame {
  id: string;
  children: ReactNode;
}

export function FieldFrame({ id, label, labelHidden, error, hint, children }: ShellProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {hint && !error ? (
        <p id={`${id}-note`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export const noteProps = (id: string, { error, hint }: Pick<Frame, 'error' | 'hint'>) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || hint ? `${id}-note` : undefined,
});

type FieldProps = Frame &
  ComponentProps<'input'> & {
    /** A decimal keypad with right-aligned digits; type text, so that no browser rounds the value. */
    decimal?: boolean;
    /** At the end of the box: a unit or a small button. */
    trailing?: ReactNode;
  };

const DECIMAL = { type: 'text', inputMode: 'decimal', autoComplete: 'off', spellCheck: false } as const;

interface EyeProps {
  shown: boolean;
  onChange: (shown: boolean) => void;
}

const PasswordEye = ({ shown, onChange }: EyeProps) => (
  <IconButton
    icon={shown ? EyeOff : Eye}
    label={shown ? 'Hide password' : 'Show password'}
    aria-pressed={shown}
    onClick={() => onChange(!shown)}
  />
);

const boxLook = (error: unknown) => classes(styles.box, Boolean(error) && styles.wrong);

export function Field({ label, labelHidden, error, hint, decimal = false, trailing, ...input }: FieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const [shown, setShown] = useState(false);
  const type = input.type ?? 'text';
  return (
    <FieldFrame id={id} label={label} labelHidden={labelHidden} error={error} hint={hint}>
      <div className={boxLook(error)}>
        <input
          {...(decimal ? DECIMAL : {})}
          {...input}
          {...noteProps(id, { error, hint })}
          id={id}
          type={shown ? 'text' : type}
          className={classes(styles.input, decimal && styles.decimal, input.className)}
        />
        <KeepSelection of={id} value={input.value} />
        {type === 'password' ? <PasswordEye shown={shown} onChange={setShown} /> : null}
        {trailing ? <span className={styles.trailing}>{trailing}</span> : null}
      </div>
    </FieldFrame>
  );
}

export function TextArea({ label, labelHidden, error, hint, ...area }: Frame & ComponentProps<'textarea'>) {
  const ownId = useId();
  const id = area.id ?? ownId;
  return (
    <FieldFrame id={id} label={label} labelHidden={labelHidden} error={error} hint={hint}>
      <textarea
        rows={3}
        {...area}
        {...noteProps(id, { error, hint })}
        id={id}
        className={classes(styles.box, styles.area, error && styles.wrong, area.className)}
      />
    </FieldFrame>
  );
}
