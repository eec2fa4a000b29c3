import { DAY } from '#contracts/rules/time.ts';
import type { TokenScope } from '#contracts/rules/token-scopes.ts';
import { Copy } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { SCOPES } from './scopes.ts';
import { useCreateToken } from './tokens.queries.ts';
import records from '../../../../ui/records.module.css';

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Until I remove it' },
];

interface FormProps {
  id: string;
  error: Error | null;
  onMake: (wanted: { name: string; scopes: TokenScope[]; expiresAt: number | null }) => void;
}

function TokenForm({ id, error, onMake }: FormProps) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly TokenScope[]>(['read']);
  const [days, setDays] = useState('90');
  const [sent, setSent] = useState(false);
  const scopes = SCOPES.map(({ scope }) => scope).filter((scope) => chosen.includes(scope));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (name.trim() === '' || scopes.length === 0) return;
    onMake({ name: name.trim(), scopes, expiresAt: days === '' ? null : Date.now() + Number(days) * DAY });
  };
  return (
    <form id={id} onSubmit={submit} noValidate className={records.stack}>
      <Field
        label="Name"
        name="name"
        maxLength={60}
        value={name}
        hint="The program that will use it."
        error={sent && name.trim() === '' ? 'Give it a name.' : null}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className={records.choices}>
        <legend>What it may do</legend>
        {SCOPES.map(({ scope, label, what }) => (
          <Checkbox
            key={scope}
            label={
              <>
                {label}: {what}
              </>
            }
            checked={chosen.includes(scope)}
            onChange={({ target: { checked } }) =>
              setChosen((before) => (checked ? [...before, scope] : before.filter((one) => one !== scope)))
            }
          />
        ))}
        {sent && scopes.length === 0 ? (
          <p role="alert" className={records.fault}>
            Choose at least one.
          </p>
        ) : null}
      </fieldset>
      <Select label="Ends after" options={LIVES} value={days} onChange={(event) => setDays(event.target.value)} />
      {error ? (
        <p role="alert" className={records.fault}>
          {error.message}
        </p>
      ) : null}
    </form>
  );
}

const Made = ({ token }: { token: string }) => (
  <div className={records.stack}>
    <p className={records.warning}>
      Copy the token now: it is not shown again. A program with it acts as you, so keep it to yourself.
    </p>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard. */}
    <code className={records.code} translate="no" tabIndex={0}>
      {token}
    </code>
    <div>
      <Button variant="quiet" icon={Copy} aria-label="Copy the token" onClick={() => void copyText(token, 'the token')}>
        Copy
      </Button>
    </div>
    <p>
      Programs send it with each call as <code translate="no">Authorization: Bearer …</code>
    </p>
  </div>
);

export function NewTokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId();
  const making = useCreateToken();
  const close = () => {
    making.reset();
    onClose();
  };
  const made = making.data;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={made ? 'Your new API token' : 'Make an API token'}
      footer={
        made ? (
          <Button onClick={close} wide>
            I saved the token
          </Button>
        ) : (
          <DialogActions onBack={close} type="submit" form={formId} busy={making.isPending}>
            Make it
          </DialogActions>
        )
      }
    >
      {made ? (
        <Made token={made.token} />
      ) : (
        <TokenForm id={formId} error={making.error} onMake={(wanted) => !making.isPending && making.mutate(wanted)} />
      )}
    </Dialog>
  );
}
