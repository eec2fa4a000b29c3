import { useId } from 'react';
import styles from './segments.module.css';

interface Props<T extends string> {
  label: string;
  /** Hides the label from the eye, where the place makes it plain. */
  labelHidden?: boolean;
  options: readonly { value: T; label: string; disabled?: boolean }[];
  value: T;
  onChange: (value: T) => void;
}

/** Radio buttons in one bar: two or three short choices, all in sight. */
export function Segments<T extends string>({ label, labelHidden = false, options, value, onChange }: Props<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={labelHidden ? 'visually-hidden' : styles.legend}>{label}</legend>
      <div className={styles.bar}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
