import { type FormEvent, useState } from 'react';
import { DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { KeyFields } from '../adding/key-fields.tsx';
import { type KeyFaults, readForm } from '../adding/new-key.ts';
import { PaperOffer } from '../adding/paper-offer.tsx';
import styles from '../components/keys.module.css';
import { useKeysOffline } from '../keys-offline.ts';
import { useAddCopyKey } from '../keys.mutations.ts';
import type { ApiKeyGroup } from '../key-context.ts';

const OWN_GROUP = 'My copies';

interface Props {
  group: ApiKeyGroup;
  onDone: () => void;
}

export function AddCopyForm({ group: { mainKey, groupName }, onDone }: Props) {
  const [faults, setFaults] = useState<KeyFaults>({});
  const offline = useKeysOffline();
  const adding = useAddCopyKey(onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readForm(new FormData(event.currentTarget), ['groupName', 'name', 'key', 'secret']);
    setFaults(read.faults);
    if (read.sound && !offline && !adding.isPending)
      adding.mutate({ ...read.typed, market: mainKey.market, mainUid: mainKey.uid });
  };
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <PaperOffer main={{ mainUid: mainKey.uid, groupName: groupName || OWN_GROUP }} onDone={onDone} />
      <Field
        label="Group name"
        name="groupName"
        autoComplete="off"
        maxLength={60}
        defaultValue={groupName}
        error={faults['groupName']}
      />
      <KeyFields faults={faults} check={adding.data?.check} />
      <p className={styles.stay}>
        <DialogActions back="Decline" onBack={onDone} type="submit" disabled={offline} busy={adding.isPending}>
          {adding.isPending ? 'Saving...' : 'Next'}
        </DialogActions>
      </p>
    </form>
  );
}
