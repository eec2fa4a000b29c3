import { useId } from 'react';
import { classes } from './classes.ts';
import styles from './segments.module.css';

interface Props<T extends string> {
  label: string;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  options: readonly { value: T; label: string; disabled?: boolean; tone?: 'buy' | 'sell' }[];
  /** Full width, in equal parts. */
  wide?: boolean;
  value: T;
  onChange: (value: T) => void;
}

/** Radio buttons for two or three short choices. */
export function Segments<T extends string>({
  label,
  labelHidden = false,
  wide = false,
  options,
  value,
  onChange,
}: Props<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={labelHidden ? 'visually-hidden' : styles.legend}>{label}</legend>
      <div className={classes(styles.bar, wide && styles.wide)}>
        {options.map((option) => (
          <label key={option.value} className={classes(styles.segment, option.tone && styles[option.tone])}>
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
