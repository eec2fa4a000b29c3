import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { Hook } from '#contracts/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import records from '../../ui/records.module.css';
import { useRenewHookSecret } from './hooks.mutations.ts';
import { messageFor, type Sender, SENDERS, WHERE } from './messages.ts';

interface CodeProps {
  text: string;
  /** Object of the button's name: 'the address'. */
  what: string;
}

const Code = ({ text, what }: CodeProps) => (
  <section className={records.stack} aria-label={what}>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard. */}
    <code className={records.code} translate="no" tabIndex={0}>
      {text}
    </code>
    <div className={records.buttons}>
      <Button variant="quiet" icon={Copy} aria-label={`Copy ${what}`} onClick={() => void copyText(text, what)}>
        Copy
      </Button>
    </div>
  </section>
);

interface Props {
  hook: Hook;
  offline: boolean;
  onClose: () => void;
}

/** W-3: for senders that can sign, in the place of the token. */
function Signing({ hook, offline }: Omit<Props, 'onClose'>) {
  const [made, setMade] = useState<Hook | null>(null);
  const renewing = useRenewHookSecret(setMade);
  const { hookId, shownUrl, signed } = made ?? hook;
  return (
    <section className={records.stack} aria-label="Signed calls">
      <p className={records.muted}>
        A program that signs by Standard Webhooks needs no token: it calls {shownUrl.replace(/\/…$/, '')} with a secret
        of this hook. {signed ? 'It has one; a new one ends it.' : 'It has none yet.'}
      </p>
      {made?.secret ? (
        <>
          <p className={records.warning}>Copy the secret now: it is not shown again.</p>
          <Code text={made.secret} what="the secret" />
        </>
      ) : (
        <div>
          <Button
            variant="quiet"
            small
            disabled={offline}
            busy={renewing.isPending}
            onClick={() => renewing.mutate(hookId)}
          >
            {signed ? 'New secret' : 'Make a secret'}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The address, in full only right after it was made, and the message for each sender. */
export function AddressDialog({ hook, offline, onClose }: Props) {
  const [sender, setSender] = useState<Sender>('tradingview');
  const { url, shownUrl, template } = hook;
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Connect <bdi>{template.name}</bdi>
        </>
      }
      footer={
        <Button onClick={onClose} wide>
          Done
        </Button>
      }
    >
      <div className={records.stack}>
        {url ? (
          <p className={records.warning}>
            Copy the address now: it is not shown again. It works like a key for this hook, so keep it to yourself.
          </p>
        ) : (
          <p className={records.muted}>
            The address is shown only when it is made. Without it, make a new address; the old one then works for ten
            more minutes.
          </p>
        )}
        <Code text={url ?? shownUrl} what="the address" />
        <Select
          label="Sender"
          options={SENDERS}
          value={sender}
          onChange={({ target: { value } }) => setSender(SENDERS.find((one) => one.value === value)?.value ?? sender)}
        />
        <p className={records.muted}>{WHERE[sender]}</p>
        <Code text={messageFor(sender, hook)} what="the message" />
        {sender === 'native' ? <Signing hook={hook} offline={offline} /> : null}
      </div>
    </Dialog>
  );
}
