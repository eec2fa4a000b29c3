import { Pencil } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';

interface Props extends Pick<
  ComponentProps<typeof Field>,
  'label' | 'name' | 'type' | 'error' | 'autoComplete' | 'maxLength'
> {
  /** As it stands while it is not edited. */
  shown: string;
  /** What is typed; undefined while it is not edited. */
  typed: string | undefined;
  /** What editing begins with. */
  first: string;
  onEdit: (typed: string) => void;
}

/** Stable, so that it is called once, when the field begins to be edited. */
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
