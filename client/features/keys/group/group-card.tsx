import { isolated } from '#contracts/rules/isolated.ts';
import { Layers, RotateCcw, ShieldCheck, Trash2 } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { ApiKey, ApiKeyGroup, KeyDialog, OpenKeyDialog } from '../key-context.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { KeyFacts } from '../components/key-facts.tsx';
import { KeyTop, type Marker, NotInUse } from '../components/key-top.tsx';
import styles from '../components/keys.module.css';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { CopyRow } from './copy-row.tsx';
import { GroupActions } from './group-actions.tsx';
import { GroupName } from './group-name.tsx';

interface Props {
  group: ApiKeyGroup;
  active: boolean;
  marker?: Marker | undefined;
  onOpenDialog: OpenKeyDialog;
}

interface StackProps {
  name: string;
  count: number;
  open: boolean;
  listId: string;
  onToggle: () => void;
}

const Stack = ({ name, count, open, listId, onToggle }: StackProps) => (
  <Button
    small
    variant="quiet"
    icon={Layers}
    aria-expanded={open}
    aria-controls={open ? listId : undefined}
    aria-label={`${count} sub-${count === 1 ? 'key' : 'keys'} of ${isolated(name)}`}
    onClick={onToggle}
  >
    {count}
  </Button>
);

function Actions({ apiKey, onOpenDialog }: { apiKey: ApiKey; onOpenDialog: (dialog: KeyDialog) => void }) {
  const offline = useKeysOffline();
  return (
    <>
      <Button
        small
        variant="quiet"
        icon={ShieldCheck}
        aria-label={`Check ${isolated(apiKey.name)}`}
        disabled={offline}
        onClick={() => onOpenDialog('check')}
      >
        Check
      </Button>
      {apiKey.paper ? (
        <Button
          small
          variant="quiet"
          icon={RotateCcw}
          aria-label={`Reset ${isolated(apiKey.name)}`}
          disabled={offline}
          onClick={() => onOpenDialog('reset')}
        >
          Reset
        </Button>
      ) : null}
      <IconButton
        icon={Trash2}
        label={`Delete ${isolated(apiKey.name)}`}
        disabled={offline}
        onClick={() => onOpenDialog('delete')}
      />
    </>
  );
}

/** A main key with its collapsible copy keys. */
export const GroupCard = memo(function GroupCard({ group, active, marker, onOpenDialog }: Props) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const kept = useKeptFocus<HTMLElement>();
  const { mainKey, copyKeys, groupName } = group;
  const openDialog = (what: KeyDialog) => onOpenDialog(mainKey.uid, what);
  const hasCopies = copyKeys.length > 0;
  return (
    <article {...kept} className={styles.card} aria-label={mainKey.name} data-key={mainKey.uid}>
      <KeyTop apiKey={mainKey} mainUid={mainKey.uid} active={active} marker={marker} />
      <NotInUse apiKey={mainKey} onCheck={() => openDialog('check')} />
      <KeyFacts apiKey={mainKey} leads onOpenDialog={openDialog} />
      <div className={styles.bar}>
        {hasCopies ? (
          <Stack
            name={mainKey.name}
            count={copyKeys.length}
            open={open}
            listId={listId}
            onToggle={() => setOpen(!open)}
          />
        ) : null}
        {hasCopies && groupName !== '' ? <GroupName group={group} /> : null}
        <span className={styles.end}>
          <Actions apiKey={mainKey} onOpenDialog={openDialog} />
        </span>
      </div>
      {hasCopies && open ? (
        <div id={listId} className={styles.copies}>
          <GroupActions group={group} />
          <ul aria-label={`Sub-keys of ${isolated(mainKey.name)}`}>
            {copyKeys.map((key) => (
              <CopyRow key={key.uid} apiKey={key} mainKey={mainKey} groupName={groupName} onOpenDialog={onOpenDialog} />
            ))}
          </ul>
        </div>
      ) : null}
    </article>
  );
});
