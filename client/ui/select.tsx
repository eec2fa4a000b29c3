import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { FieldFrame, noteProps } from './field.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

export interface Option<T extends string = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  label: string;
  labelHidden?: boolean;
  options: readonly Option[];
  error?: string | null | undefined;
  hint?: ReactNode;
  /** Initial empty option that cannot be chosen again. */
  placeholder?: string;
};

export function Select({ label, labelHidden, options, error, hint, placeholder, ...select }: Props) {
  const ownId = useId();
  const id = select.id ?? ownId;
  return (
    <FieldFrame id={id} label={label} labelHidden={labelHidden} error={error} hint={hint}>
      <div className={classes(styles.box, styles.select, error && styles.wrong)}>
        <select {...select} {...noteProps(id, { error, hint })} id={id} className={styles.input}>
          {placeholder ? (
            <option value="" disabled>
              {placeholder}
            </option>
          ) : null}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={18} className={styles.arrow} />
      </div>
    </FieldFrame>
  );
}
