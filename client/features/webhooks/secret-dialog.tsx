import { Copy } from 'lucide-react';
import type { Webhook } from '#contracts/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import records from '../../ui/records.module.css';

interface Props {
  webhook: Webhook;
  onClose: () => void;
}

/** The secret of an endpoint, right after it was made. */
export const SecretDialog = ({ webhook: { secret, oldSecretUntil }, onClose }: Props) => (
  <Dialog
    open
    onClose={onClose}
    title="Check what comes by this secret"
    footer={
      <Button onClick={onClose} wide>
        Done
      </Button>
    }
  >
    <div className={records.stack}>
      <p className={records.warning}>Copy the secret now: it is not shown again.</p>
      <section className={records.stack} aria-label="the secret">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard. */}
        <code className={records.code} translate="no" tabIndex={0}>
          {secret}
        </code>
        <div className={records.buttons}>
          <Button variant="quiet" icon={Copy} onClick={() => void copyText(secret ?? '', 'the secret')}>
            Copy the secret
          </Button>
        </div>
      </section>
      <p className={records.muted}>
        Each delivery is signed by Standard Webhooks: the headers webhook-id, webhook-timestamp and webhook-signature.
        Libraries for most languages check them. The same event may come more than once: its webhook-id is the same.
        {oldSecretUntil === null ? '' : ' For a day the previous secret signs too.'}
      </p>
    </div>
  </Dialog>
);
