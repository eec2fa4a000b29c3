import { renameGroup } from '#contracts/key-groups.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import styles from '../components/keys.module.css';
import { useKeysOffline } from '../keys-offline.ts';
import { useKeyChange } from '../keys.mutations.ts';
import type { ApiKeyGroup } from '../key-context.ts';

export function GroupName({ group: { groupName, mainKey } }: { group: ApiKeyGroup }) {
  const renaming = useKeyChange(renameGroup);
  const offline = useKeysOffline();
  const name = <bdi className={styles.name}>{groupName}</bdi>;
  return (
    <span className={styles.withIcon}>
      <span className={styles.muted}>Group name :</span>
      {offline ? (
        name
      ) : (
        <InlineEdit
          label={`Group name of ${isolated(mainKey.name)}`}
          value={groupName}
          shown={name}
          maxLength={60}
          required
          onSave={(typed) => renaming.mutate({ groupName: typed.trim(), mainUid: mainKey.uid, market: mainKey.market })}
        />
      )}
    </span>
  );
}
