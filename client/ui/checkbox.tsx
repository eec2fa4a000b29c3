import { type ComponentProps, type ReactNode, useId } from 'react';
import { noteProps } from './field.tsx';
import styles from './field.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  error?: string | null | undefined;
};

export function Checkbox({ label, error, ...input }: Props) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={styles.field}>
      <label className={styles.choice}>
        <input {...input} {...noteProps(id, { error })} id={id} type="checkbox" className={styles.check} />
        <span>{label}</span>
      </label>
      {error ? (
        <p id={`${id}-note`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
