import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { sizeCopyKey } from '#contracts/key-edits.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from '../components/keys.module.css';
import { useKeysOffline } from '../keys-offline.ts';
import { useKeyChange } from '../keys.mutations.ts';
import { CopyPreview } from './copy-preview.tsx';
import { SizeFields } from './size-fields.tsx';
import { draftOf, readSize } from './size-rule.ts';
import type { ApiKey } from '../key-context.ts';

interface Props {
  apiKey: ApiKey;
  mainUid: string;
  onClose: () => void;
}

/** Edits the copy rule with a live preview; stays open after saving. */
export function SizeDialog({ apiKey, mainUid, onClose }: Props) {
  const formId = useId();
  const offline = useKeysOffline();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const [wasTried, setWasTried] = useState(false);
  const read = readSize(draft, apiKey);
  const saving = useKeyChange(sizeCopyKey, () => toast.success('Copy rule saved'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if ('rule' in read && !offline && !saving.isPending)
      saving.mutate({ mainUid, updateUid: apiKey.uid, ...read.rule });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Copy rule of <bdi>{apiKey.name}</bdi>
        </>
      }
      footer={
        <DialogActions
          back="Close"
          onBack={onClose}
          type="submit"
          form={formId}
          disabled={offline}
          busy={saving.isPending}
        >
          {saving.isPending ? 'Saving...' : 'Save'}
        </DialogActions>
      }
    >
      <form id={formId} method="post" className={styles.form} onSubmit={submit} noValidate>
        <SizeFields
          draft={draft}
          faults={wasTried && 'faults' in read ? read.faults : {}}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </form>
      <CopyPreview apiKey={apiKey} mainUid={mainUid} draft={useDeferredValue(draft)} />
    </Dialog>
  );
}
