import { Pencil } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';

interface Props extends Pick<
  ComponentProps<typeof Field>,
  'label' | 'name' | 'type' | 'error' | 'autoComplete' | 'maxLength'
> {
  /** Text while not editing. */
  shown: string;
  /** Text while editing; undefined otherwise. */
  typed: string | undefined;
  /** Initial text when editing starts. */
  first: string;
  onEdit: (typed: string) => void;
}

/** A stable callback ref, so that it runs only when editing starts. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** Read-only until its pencil is pressed. */
export function PencilField({ shown, typed, first, onEdit, type, ...field }: Props) {
  if (typed === undefined)
    return (
      <Field
        {...field}
        key="shown"
        readOnly
        value={shown}
        placeholder="Not set"
        autoComplete="off"
        trailing={<IconButton icon={Pencil} label={`Edit ${field.label}`} onClick={() => onEdit(first)} />}
      />
    );
  return (
    <Field
      {...field}
      key="typed"
      type={type}
      value={typed}
      ref={focus}
      onChange={(event) => onEdit(event.target.value)}
    />
  );
}
