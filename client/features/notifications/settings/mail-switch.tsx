import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { NotificationSettings } from '#contracts/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeSettings, useConfirmMail, useTest } from './settings.queries.ts';
import styles from './settings.module.css';

const CODE = /^\d{8}$/;

function Code({ address, onDone }: { address: string; onDone: () => void }) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const confirming = useConfirmMail();
  const again = useChangeSettings();
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (!CODE.test(code.replaceAll(' ', ''))) return setFault('The code has eight digits.');
    confirming.mutate(code, {
      onSuccess: ({ error }) => {
        setFault(error);
        if (error !== null) return;
        toast.success('Alerts come by e-mail from now on');
        onDone();
      },
      onError: (error) => setFault(sentenceOf(error)),
    });
  };
  return (
    <form className={styles.code} onSubmit={confirm} noValidate>
      <Field
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={fault}
        hint={`The eight digits that we sent to ${address}.`}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" busy={confirming.isPending}>
        Confirm
      </Button>
      <Button
        variant="quiet"
        busy={again.isPending}
        onClick={() => again.mutate({ mail: true }, { onSuccess: () => toast.info('A new code is on its way') })}
      >
        Send another
      </Button>
    </form>
  );
}

/** Every alert by e-mail too, to an address that was confirmed. */
export function MailSwitch({ settings: { mail } }: { settings: NotificationSettings }) {
  const [asked, setAsked] = useState(false);
  const changing = useChangeSettings();
  const testing = useTest(mail.address);
  const turn = (on: boolean) => {
    setAsked(false);
    changing.mutate({ mail: on }, { onSuccess: ({ codeSent }) => setAsked(codeSent) });
  };
  return (
    <>
      <Switch label="Alerts by e-mail" checked={mail.on || asked} disabled={changing.isPending} onChange={turn} />
      <p className={styles.muted}>Every alert that fires goes to {mail.address} as well.</p>
      {asked && !mail.on ? <Code address={mail.address} onDone={() => setAsked(false)} /> : null}
      {mail.on ? (
        <div>
          <Button
            variant="quiet"
            icon={Send}
            busy={testing.isPending}
            onClick={() => testing.mutate({ channel: 'mail' })}
          >
            Send a test e-mail
          </Button>
        </div>
      ) : null}
    </>
  );
}
