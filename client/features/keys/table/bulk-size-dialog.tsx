import { type FormEvent, useId, useState } from 'react';
import { sizeCopyKey } from '#contracts/key-edits.ts';
import { counted } from '../../../lib/counted.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from '../components/keys.module.css';
import { draftOf, readSize, type SizeRule } from '../copying/size-rule.ts';
import { SizeFields } from '../copying/size-fields.tsx';
import { useKeysOffline } from '../keys-offline.ts';
import { change, useKeyChanges } from '../keys.mutations.ts';
import type { CopyOf } from './copy-of.ts';

interface Props {
  copies: readonly CopyOf[];
  onClose: () => void;
}

/** One copy rule for several keys; begins with the first key's. */
export function BulkSizeDialog({ copies, onClose }: Props) {
  const formId = useId();
  const offline = useKeysOffline();
  const [first] = copies;
  const [draft, setDraft] = useState(() => first && draftOf(first.apiKey));
  const [wasTried, setWasTried] = useState(false);
  const saving = useKeyChanges(
    async (rule: SizeRule) => {
      for (const { apiKey, mainUid } of copies) await change(sizeCopyKey, { mainUid, updateUid: apiKey.uid, ...rule });
    },
    () => {
      toast.success(`Copy rule saved on ${counted(copies.length, 'key')}`);
      onClose();
    },
  );
  if (!first || !draft) return null;
  const read = readSize(draft, first.apiKey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if ('rule' in read && !offline && !saving.isPending) saving.mutate(read.rule);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Copy rule of ${counted(copies.length, 'key')}`}
      footer={
        <DialogActions
          back="Cancel"
          onBack={onClose}
          type="submit"
          form={formId}
          disabled={offline}
          busy={saving.isPending}
        >
          {saving.isPending ? 'Saving...' : `Save on ${counted(copies.length, 'key')}`}
        </DialogActions>
      }
    >
      <p>
        Replaces the rule of{' '}
        {copies.map(({ apiKey }, index) => (
          <span key={apiKey.uid}>
            {index > 0 ? ', ' : ''}
            <bdi>{apiKey.name}</bdi>
          </span>
        ))}
        .
      </p>
      <form id={formId} method="post" className={styles.form} onSubmit={submit} noValidate>
        <SizeFields
          draft={draft}
          faults={wasTried && 'faults' in read ? read.faults : {}}
          onChange={(next) => setDraft({ ...draft, ...next })}
        />
      </form>
    </Dialog>
  );
}
