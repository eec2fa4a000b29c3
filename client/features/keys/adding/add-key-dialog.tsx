import { type FormEvent, useId, useState } from 'react';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import styles from '../components/keys.module.css';
import { useGuide } from '../guide/guide.tsx';
import { useKeysOffline } from '../keys-offline.ts';
import { useAddKey } from '../keys.mutations.ts';
import { KeyFields } from './key-fields.tsx';
import { type KeyFaults, readForm } from './new-key.ts';
import { PaperOffer } from './paper-offer.tsx';

/** Mounted only while open, so that each key starts with an empty form. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const offline = useKeysOffline();
  const [faults, setFaults] = useState<KeyFaults>({});
  const adding = useAddKey(onClose);
  const { button, guide } = useGuide();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readForm(new FormData(event.currentTarget), ['name', 'key', 'secret']);
    setFaults(read.faults);
    if (read.sound && !offline && !adding.isPending) adding.mutate({ market: 'binance', ...read.typed });
  };
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Add API"
        footer={
          <DialogActions
            back="Decline"
            onBack={onClose}
            type="submit"
            form={formId}
            disabled={offline}
            busy={adding.isPending}
          >
            {adding.isPending ? 'Saving...' : 'Next'}
          </DialogActions>
        }
      >
        {button}
        <PaperOffer onDone={onClose} />
        <form id={formId} method="post" className={styles.form} onSubmit={submit} noValidate>
          <KeyFields faults={faults} check={adding.data?.check} />
        </form>
      </Dialog>
      {/* React passes the close event of a dialog on to the dialog around it. */}
      {guide}
    </>
  );
}
