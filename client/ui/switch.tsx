import type { ReactNode } from 'react';
import styles from './field.module.css';

interface Props {
  label: ReactNode;
  labelHidden?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** Acts at once; a checkbox is for a choice that waits for a button. */
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
