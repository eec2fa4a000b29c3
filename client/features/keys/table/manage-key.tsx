import { Dialog } from '../../../ui/dialog.tsx';
import { CopyRow } from '../group/copy-row.tsx';
import { GroupCard } from '../group/group-card.tsx';
import type { ApiKeyGroup, OpenKeyDialog } from '../key-context.ts';

interface Props {
  uid: string;
  groups: readonly ApiKeyGroup[];
  activeUid: string | null;
  onOpenDialog: OpenKeyDialog;
  onClose: () => void;
}

/** All that can be done with one key, as its card has it. */
export function ManageKey({ uid, groups, activeUid, onOpenDialog, onClose }: Props) {
  const group = groups.find(({ mainKey, copyKeys }) => [mainKey, ...copyKeys].some((key) => key.uid === uid));
  if (!group) return null;
  const { mainKey, copyKeys, groupName } = group;
  const copy = copyKeys.find((key) => key.uid === uid);
  const opensNext: OpenKeyDialog = (of, dialog) => {
    onClose();
    onOpenDialog(of, dialog);
  };
  return (
    <Dialog open onClose={onClose} title={<bdi>{(copy ?? mainKey).name}</bdi>}>
      {copy ? (
        <ul>
          <CopyRow apiKey={copy} mainKey={mainKey} groupName={groupName} onOpenDialog={opensNext} />
        </ul>
      ) : (
        <GroupCard group={group} active={mainKey.uid === activeUid} onOpenDialog={opensNext} />
      )}
    </Dialog>
  );
}
