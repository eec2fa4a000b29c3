import type { TwoFactorSetup } from '#contracts/two-factor.ts';
import { Copy } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useTurnOn } from './two-factor.queries.ts';
import styles from './two-factor.module.css';

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function Setup({ setup }: { setup: TwoFactorSetup }) {
  return (
    <>
      <ol className={styles.steps}>
        <li>
          Scan this with an authenticator app, or <a href={setup.uri}>open it in the app on this device</a>.
        </li>
        <li>Type the 6 digits that the app shows.</li>
      </ol>
      <img className={styles.qr} src={setup.qr} width={220} height={220} alt="QR code for your authenticator app" />
      <div className={styles.secret}>
        <p className={styles.status}>Or type this secret into the app:</p>
        <code>{grouped(setup.secret)}</code>
        <IconButton icon={Copy} label="Copy the secret" onClick={() => void copyText(setup.secret, 'the secret')} />
      </div>
    </>
  );
}

interface Props {
  /** Null while the dialog is closed. */
  setup: TwoFactorSetup | null;
  onClose: () => void;
}

/** Shows the secret, asks for a first code, then shows the recovery codes. */
export function TurnOnDialog({ setup, onClose }: Props) {
  const formId = useId();
  const [code, setCode] = useState('');
  const turningOn = useTurnOn();
  const codes = turningOn.data;
  const close = () => {
    setCode('');
    turningOn.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!turningOn.isPending) turningOn.mutate(code);
  };
  if (codes) {
    return (
      <Dialog
        open={setup !== null}
        onClose={close}
        title="Two-factor authentication is on"
        footer={<Button onClick={close}>I saved the codes</Button>}
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={setup !== null}
      onClose={close}
      title="Turn on two-factor authentication"
      footer={
        <DialogActions onBack={close} type="submit" form={formId} busy={turningOn.isPending}>
          Turn on
        </DialogActions>
      }
    >
      {setup ? <Setup setup={setup} /> : null}
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          error={turningOn.error?.message}
          onChange={(event) => setCode(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
