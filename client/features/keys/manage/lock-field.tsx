import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { focusNow, useFocusBack } from '../../../ui/use-focus-back.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
}

/** The group's name: locks on Enter, or on blur if longer than one character. */
export function LockField({ value, onChange }: Props) {
  const [locked, setLocked] = useState(value !== '');
  const { ref, giveBack } = useFocusBack();
  const shared = { label: 'Group name', autoComplete: 'off', maxLength: 60, value } as const;
  if (locked)
    return (
      <Field
        {...shared}
        key="locked"
        readOnly
        trailing={<IconButton ref={ref} icon={Pencil} label="Edit the group name" onClick={() => setLocked(false)} />}
      />
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (value.trim() === '') return;
    giveBack();
    setLocked(true);
  };
  return (
    <Field
      {...shared}
      key="open"
      ref={value === '' ? undefined : focusNow}
      required
      error={value.trim() === '' ? 'Field should contain at least 1 character' : undefined}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => setLocked(value.trim().length > 1)}
      onKeyDown={onKeyDown}
    />
  );
}
