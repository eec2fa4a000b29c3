import { type FormEvent, useId, useState } from 'react';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useAddPasskey } from './passkeys.queries.ts';

interface Props {
  open: boolean;
  /** Suggested name. */
  offered: string;
  onClose: () => void;
}

export function AddPasskeyDialog({ open, offered, onClose }: Props) {
  const formId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const adding = useAddPasskey();
  const close = () => {
    setTyped(null);
    adding.reset();
    onClose();
  };
  const name = typed ?? offered;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!adding.isPending) adding.mutate(name.trim(), { onSuccess: close });
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Add a passkey"
      footer={
        <DialogActions onBack={close} type="submit" form={formId} busy={adding.isPending}>
          Continue
        </DialogActions>
      }
    >
      <p>Your device or security key asks for your fingerprint, face or PIN and stores the passkey.</p>
      <form id={formId} onSubmit={submit} noValidate>
        <Field
          label="Name"
          name="name"
          maxLength={60}
          value={name}
          hint="Helps you recognize it: 'Work laptop'."
          error={name.trim() === '' ? 'Give it a name.' : adding.error?.message}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
