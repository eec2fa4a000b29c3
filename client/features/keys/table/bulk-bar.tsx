import { useState } from 'react';
import { switchCopyKey } from '#contracts/key-groups.ts';
import { counted } from '../../../lib/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { change, useKeyChanges } from '../keys.mutations.ts';
import { BulkSizeDialog } from './bulk-size-dialog.tsx';
import type { CopyOf } from './copy-of.ts';
import styles from './keys-table.module.css';

interface Props {
  copies: readonly CopyOf[];
  onClear: () => void;
}

/** What can be done with several copy keys at once. */
export function BulkBar({ copies, onClear }: Props) {
  const offline = useKeysOffline();
  const [sizing, setSizing] = useState(false);
  const switching = useKeyChanges(
    async (inProcess: boolean) => {
      for (const { apiKey, mainUid } of copies)
        await change(switchCopyKey, { mainUid, updateUid: apiKey.uid, market: apiKey.market, inProcess });
    },
    () => toast.success(`Copying changed on ${counted(copies.length, 'key')}`),
  );
  return (
    <section className={styles.bulk} aria-label="Selected keys">
      <output>{counted(copies.length, 'key')} selected</output>
      <Button
        small
        variant="quiet"
        disabled={offline}
        busy={switching.isPending}
        onClick={() => switching.mutate(false)}
      >
        Pause
      </Button>
      <Button
        small
        variant="quiet"
        disabled={offline}
        busy={switching.isPending}
        onClick={() => switching.mutate(true)}
      >
        Resume
      </Button>
      <Button small variant="quiet" disabled={offline} onClick={() => setSizing(true)}>
        Copy rule
      </Button>
      <Button small variant="quiet" onClick={onClear}>
        Clear
      </Button>
      {sizing ? <BulkSizeDialog copies={copies} onClose={() => setSizing(false)} /> : null}
    </section>
  );
}
