import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { Hook } from '#contracts/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './hooks.module.css';
import { messageFor, type Sender, SENDERS, WHERE } from './messages.ts';

interface CodeProps {
  text: string;
  /** Object of the button's name: 'the address'. */
  what: string;
}

const Code = ({ text, what }: CodeProps) => (
  <section className={styles.form} aria-label={what}>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard. */}
    <code className={styles.code} translate="no" tabIndex={0}>
      {text}
    </code>
    <div className={styles.buttons}>
      <Button variant="quiet" icon={Copy} aria-label={`Copy ${what}`} onClick={() => void copyText(text, what)}>
        Copy
      </Button>
    </div>
  </section>
);

/** The address, in full only right after it was made, and the message for each sender. */
export function AddressDialog({ hook, onClose }: { hook: Hook; onClose: () => void }) {
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
      <div className={styles.form}>
        {url ? (
          <p className={styles.warning}>
            Copy the address now: it is not shown again. It works like a key for this hook, so keep it to yourself.
          </p>
        ) : (
          <p className={styles.muted}>
            The address is shown only when it is made. Without it, make a new address; the old one then works for ten
            more minutes.
          </p>
        )}
        <Code text={url ?? shownUrl} what="the address" />
        <Segments label="Sender" options={SENDERS} value={sender} onChange={setSender} />
        <p className={styles.muted}>{WHERE[sender]}</p>
        <Code text={messageFor(sender, hook)} what="the message" />
      </div>
    </Dialog>
  );
}
