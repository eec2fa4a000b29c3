import { Pencil } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import styles from './inline-edit.module.css';
import { focusNow, useFocusBack } from './use-focus-back.ts';

interface Props {
  /** What is edited: 'Price of the alert for XRP/USDT'. */
  label: string;
  /** Initial text. */
  value: string;
  shown: ReactNode;
  decimal?: boolean;
  maxLength?: number;
  clean?: (typed: string) => string;
  /** Cannot be saved while empty. */
  required?: boolean;
  onSave: (value: string) => void;
}

/** Press to edit; Enter or blur saves a change, Escape reverts. */
export function InlineEdit({
  label,
  value,
  shown,
  decimal = false,
  maxLength,
  clean,
  required = false,
  onSave,
}: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const { ref, giveBack } = useFocusBack();
  if (typed === null)
    return (
      <button ref={ref} type="button" className={styles.shown} title={`Edit: ${label}`} onClick={() => setTyped(value)}>
        {shown}
        <Icon of={Pencil} size={14} label={`Edit: ${label}`} className={styles.pencil} />
      </button>
    );
  const mustStay = required && typed.trim() === '';
  const save = () => {
    if (mustStay) return;
    setTyped(null);
    if (typed !== value) onSave(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' ? mustStay : event.key !== 'Escape') return;
    giveBack();
    // The same key press must not activate the refocused control.
    event.preventDefault();
    if (event.key === 'Enter') return save();
    event.stopPropagation();
    setTyped(null);
  };
  return (
    <input
      className={classes(styles.input, decimal && styles.decimal)}
      aria-label={label}
      dir="auto"
      inputMode={decimal ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={maxLength}
      required={required}
      value={typed}
      ref={focusNow}
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
      onChange={(event) => setTyped(clean ? clean(event.target.value) : event.target.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}
