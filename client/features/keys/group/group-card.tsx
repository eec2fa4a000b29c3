import { Layers, RotateCcw, ShieldCheck, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { Ask, KeyPlace } from '../key-place.ts';
import { KeyDialogs } from '../components/key-dialogs.tsx';
import { KeyFacts } from '../components/key-facts.tsx';
import { Disabled, KeyTop, type Marker } from '../components/key-top.tsx';
import styles from '../components/keys.module.css';
import { CopyRow } from './copy-row.tsx';
import { GroupActions } from './group-actions.tsx';
import { GroupName } from './group-name.tsx';

type Props = Pick<KeyPlace, 'group' | 'groups' | 'activeUid'> & { marker?: Marker | undefined };

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
    aria-label={`${count} sub-${count === 1 ? 'key' : 'keys'} of ${name}`}
    onClick={onToggle}
  >
    {count}
  </Button>
);

const Actions = ({ place: { apiKey }, onAsk }: { place: KeyPlace; onAsk: (ask: Ask) => void }) => (
  <>
    <Button small variant="quiet" icon={ShieldCheck} aria-label={`Check ${apiKey.name}`} onClick={() => onAsk('check')}>
      Check
    </Button>
    {apiKey.paper ? (
      <Button small variant="quiet" icon={RotateCcw} aria-label={`Reset ${apiKey.name}`} onClick={() => onAsk('reset')}>
        Reset
      </Button>
    ) : null}
    <IconButton icon={Trash2} label={`Delete ${apiKey.name}`} onClick={() => onAsk('delete')} />
  </>
);

/** A main key and, once they are asked for, the keys that repeat its deals. */
export function GroupCard({ group, groups, activeUid, marker }: Props) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const [open, setOpen] = useState(false);
  const listId = useId();
  const { mainKey, copyKeys, groupName } = group;
  const place = { apiKey: mainKey, group, groups, activeUid };
  const hasCopies = copyKeys.length > 0;
  return (
    <article className={styles.card} aria-label={mainKey.name} data-key={mainKey.uid}>
      <KeyTop apiKey={mainKey} mainUid={mainKey.uid} active={mainKey.uid === activeUid} marker={marker} />
      <Disabled apiKey={mainKey} onCheck={() => setAsk('check')} />
      <KeyFacts apiKey={mainKey} leads onAsk={setAsk} />
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
          <Actions place={place} onAsk={setAsk} />
        </span>
      </div>
      {hasCopies && open ? (
        <div id={listId} className={styles.copies}>
          <GroupActions group={group} />
          <ul aria-label={`Sub-keys of ${mainKey.name}`}>
            {copyKeys.map((key) => (
              <CopyRow key={key.uid} {...place} apiKey={key} />
            ))}
          </ul>
        </div>
      ) : null}
      <KeyDialogs {...place} ask={ask} onClose={() => setAsk(null)} />
    </article>
  );
}
