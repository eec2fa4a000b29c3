import { Copy } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { useAddKey } from '../keys.queries.ts';
import styles from './keys.module.css';
import { PermissionHelp } from './permission-help.tsx';

const TOO_SHORT = 'Field should contain at least 1 character';
const MUST_AGREE = 'You must agree to the usage policy';

type Faults = Partial<Record<'name' | 'key' | 'secret' | 'agreed', string>>;

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function faultsOf(form: FormData): Faults {
  const faults: Faults = {};
  for (const name of ['name', 'key', 'secret'] as const) if (textOf(form, name) === '') faults[name] = TOO_SHORT;
  if (form.get('agreed') !== 'on') faults.agreed = MUST_AGREE;
  return faults;
}

function OutgoingAddress({ ip }: { ip: string | null }) {
  if (ip === null)
    return (
      <p className={styles.muted}>
        IP address: the operator of this site has not named one. If your exchange asks for an allow-list, ask them which
        address this server calls from.
      </p>
    );
  return (
    <Field
      label="IP address"
      readOnly
      value={ip}
      hint="Put it on your key's allow-list, so that the key works from here only."
      trailing={<IconButton icon={Copy} label="Copy" onClick={() => void copyText(ip, 'the address')} />}
    />
  );
}

interface Props {
  open: boolean;
  outgoingIp: string | null;
  onClose: () => void;
}

export function AddKeyDialog({ open, outgoingIp, onClose }: Props) {
  const formId = useId();
  const [faults, setFaults] = useState<Faults>({});
  const adding = useAddKey(onClose);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const found = faultsOf(form);
    setFaults(found);
    if (Object.keys(found).length > 0 || adding.isPending) return;
    const [name, key, secret] = [textOf(form, 'name'), textOf(form, 'key'), textOf(form, 'secret')];
    adding.mutate({ market: 'binance', name, key, secret });
  };
  const close = () => {
    setFaults({});
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Add API"
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Decline
          </Button>
          <Button type="submit" form={formId} busy={adding.isPending}>
            {adding.isPending ? 'Saving...' : 'Next'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Field label="API name" name="name" autoComplete="off" maxLength={60} error={faults.name} />
        <Field label="API key" name="key" autoComplete="off" spellCheck={false} maxLength={256} error={faults.key} />
        <Field
          label="Secret key"
          name="secret"
          type="password"
          autoComplete="off"
          maxLength={4096}
          error={faults.secret}
        />
        <OutgoingAddress ip={outgoingIp} />
        <PermissionHelp />
        <Checkbox
          name="agreed"
          error={faults.agreed}
          label="I agree to the usage policy: Tandem places and cancels spot orders with this key when I ask for it."
        />
      </form>
    </Dialog>
  );
}
