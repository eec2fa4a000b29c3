import type { ReactNode } from 'react';
import styles from './field.module.css';

interface Props {
  label: ReactNode;
  labelHidden?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** Acts at once; use a checkbox for a choice that is submitted. */
export function Switch({ label, labelHidden, checked, onChange, disabled }: Props) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={labelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}
