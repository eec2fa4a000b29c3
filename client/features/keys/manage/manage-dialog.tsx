import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import styles from '../components/keys.module.css';
import { AddCopyForm } from './add-copy-form.tsx';
import { Addiction } from './addiction.tsx';
import type { ApiKeyGroup } from '../key-context.ts';

const TABS = [
  { value: 'sub', label: 'Add Sub-API' },
  { value: 'addiction', label: 'Addiction' },
] as const;
type TabName = (typeof TABS)[number]['value'];

interface Props {
  group: ApiKeyGroup;
  groups: readonly ApiKeyGroup[];
  activeUid: string | null;
  first: TabName;
  onClose: () => void;
}

/** Adds and manages the copy keys of a main key. */
export function ManageDialog({ group, first, onClose, ...keys }: Props) {
  const [tab, setTab] = useState<TabName>(first);
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Sub-keys of <bdi>{group.mainKey.name}</bdi>
        </>
      }
    >
      <div>
        <Tabs label="What to do" tabs={TABS} value={tab} onChange={setTab}>
          <div className={styles.panel}>
            {tab === 'sub' ? (
              <AddCopyForm group={group} onDone={onClose} />
            ) : (
              <Addiction group={group} {...keys} onDone={onClose} />
            )}
          </div>
        </Tabs>
      </div>
    </Dialog>
  );
}
