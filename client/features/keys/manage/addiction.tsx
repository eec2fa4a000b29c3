import { useState } from 'react';
import { addToGroup, removeFromGroup, renameGroup } from '#contracts/key-groups.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toast.ts';
import { Balance } from '../components/worth.tsx';
import styles from '../components/keys.module.css';
import { useKeysOffline } from '../keys-offline.ts';
import { change, useKeyChanges } from '../keys.mutations.ts';
import { LockField } from './lock-field.tsx';
import type { ApiKey, ApiKeyGroup } from '../key-context.ts';

const TABS = [
  { value: 'remove', label: 'Remove' },
  { value: 'add', label: 'Add' },
] as const;
type TabName = (typeof TABS)[number]['value'];

interface Props {
  group: ApiKeyGroup;
  groups: readonly ApiKeyGroup[];
  activeUid: string | null;
  onDone: () => void;
}

/** Single keys that are not active. */
const addable = ({ group: { mainKey }, groups, activeUid }: Props): ApiKey[] =>
  groups
    .filter(({ copyKeys }) => copyKeys.length === 0)
    .map((each) => each.mainKey)
    .filter(({ uid, market }) => uid !== mainKey.uid && uid !== activeUid && market === mainKey.market);

interface ListProps {
  keys: readonly ApiKey[];
  chosen: ReadonlySet<string>;
  onToggle: (uid: string) => void;
  none: string;
}

const KeyChoice = ({ keys, chosen, onToggle, none }: ListProps) =>
  keys.length === 0 ? (
    <Empty title={none} />
  ) : (
    <ul className={styles.choices}>
      {keys.map((key) => (
        <li key={key.uid}>
          <Checkbox
            label={
              <>
                <bdi>{key.name}</bdi>{' '}
                <span className={styles.muted}>
                  <Balance apiKey={key} />
                </span>
              </>
            }
            checked={chosen.has(key.uid)}
            onChange={() => onToggle(key.uid)}
          />
        </li>
      ))}
    </ul>
  );

interface Draft {
  groupName: string;
  removeUids: ReadonlySet<string>;
  addUids: ReadonlySet<string>;
}

const toggled = (uids: ReadonlySet<string>, uid: string): ReadonlySet<string> =>
  uids.has(uid) ? new Set([...uids].filter((each) => each !== uid)) : new Set([...uids, uid]);

function useAddiction({ group: { mainKey, groupName }, onDone }: Props) {
  const first: Draft = { groupName, removeUids: new Set(), addUids: new Set() };
  const [draft, setDraft] = useState(first);
  const name = draft.groupName.trim();
  const [removeUids, addUids] = [[...draft.removeUids], [...draft.addUids]];
  const of = { mainUid: mainKey.uid, market: mainKey.market, groupName: name };
  const chosen = removeUids.length + addUids.length > 0;
  const saving = useKeyChanges(
    async () => {
      if (removeUids.length > 0) await change(removeFromGroup, { ...of, removeUids });
      if (addUids.length > 0) await change(addToGroup, { ...of, addUids });
      if (!chosen) await change(renameGroup, of);
    },
    () => {
      toast.success('Group saved');
      onDone();
    },
  );
  return {
    draft,
    edit: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    reset: () => setDraft(first),
    busy: saving.isPending,
    ready: name !== '' && (chosen || name !== groupName),
    save: () => saving.mutate(undefined),
  };
}

/** Removes copy keys from the group or adds single keys to it. */
export function Addiction(props: Props) {
  const { group } = props;
  const [tab, setTab] = useState<TabName>(group.copyKeys.length > 0 ? 'remove' : 'add');
  const offline = useKeysOffline();
  const form = useAddiction(props);
  const { draft, edit } = form;
  return (
    <div className={styles.form}>
      <LockField value={draft.groupName} onChange={(groupName) => edit({ groupName })} />
      <div>
        <Tabs label="Remove or add keys" tabs={TABS} value={tab} onChange={setTab}>
          <div className={styles.panel}>
            {tab === 'remove' ? (
              <KeyChoice
                keys={group.copyKeys}
                chosen={draft.removeUids}
                onToggle={(uid) => edit({ removeUids: toggled(draft.removeUids, uid) })}
                none="This group has no copy keys"
              />
            ) : (
              <KeyChoice
                keys={addable(props)}
                chosen={draft.addUids}
                onToggle={(uid) => edit({ addUids: toggled(draft.addUids, uid) })}
                none="There are no other single keys"
              />
            )}
          </div>
        </Tabs>
      </div>
      <p className={styles.muted}>
        Added keys copy the deals of <bdi>{group.mainKey.name}</bdi> from now on; removed keys become single keys, with
        copying off.
      </p>
      <p className={styles.stay}>
        <DialogActions
          back="Reset changes"
          onBack={form.reset}
          disabled={offline || !form.ready}
          busy={form.busy}
          onClick={form.save}
        >
          {form.busy ? 'Saving...' : 'Save'}
        </DialogActions>
      </p>
    </div>
  );
}
