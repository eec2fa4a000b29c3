import { addToGroup, removeFromGroup, switchCopyKey } from '#contracts/key-groups.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { toast } from '../../../ui/toast.ts';
import { change, useKeyChanges } from '../keys.mutations.ts';
import type { ApiKey } from '../key-context.ts';

interface Props {
  apiKey: ApiKey;
  mainKey: ApiKey;
  groupName: string;
}

/** Removes a copy key from its group at once and offers to undo. */
export function useRemoveCopy({ apiKey, mainKey, groupName }: Props) {
  const { uid, name, inProcess } = apiKey;
  const group = { mainUid: mainKey.uid, market: mainKey.market };
  const of = { ...group, groupName: groupName || mainKey.name };
  const undoing = useKeyChanges(
    async () => {
      await change(addToGroup, { ...of, addUids: [uid] });
      if (!inProcess) await change(switchCopyKey, { ...group, updateUid: uid, inProcess });
    },
    () => toast.success(`${isolated(name)} is back in the group of ${isolated(mainKey.name)}`),
  );
  return useKeyChanges(
    () => change(removeFromGroup, { ...of, removeUids: [uid] }),
    () =>
      toast.success(`${isolated(name)} was removed from the group of ${isolated(mainKey.name)} and no longer copies`, {
        id: `removed-${uid}`,
        actions: [{ label: 'Undo', press: () => undoing.mutate(undefined) }],
      }),
  );
}
