import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useState } from 'react';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CopyRow } from '../group/copy-row.tsx';
import { GroupCard } from '../group/group-card.tsx';
import type { ApiKeyGroup, OpenKeyDialog } from '../key-context.ts';
import { keyFacts } from '../key-detail.queries.ts';
import { BulkBar } from './bulk-bar.tsx';
import { KeyLine } from './key-line.tsx';
import styles from './keys-table.module.css';

interface Props {
  groups: readonly ApiKeyGroup[];
  activeUid: string | null;
  onOpenDialog: OpenKeyDialog;
}

/** All that can be done with one key, as its card has it. */
function ManageKey({ uid, groups, activeUid, onOpenDialog, onClose }: Props & { uid: string; onClose: () => void }) {
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

const HEAD = ['Key', 'Equity, USDT', 'Free, USDT', 'Open result', 'Copy rule', 'Last deal', 'Copying'];

/** The keys of a market, a main key above its copies. */
export function KeysTable(props: Props) {
  const { groups, activeUid } = props;
  const { data } = useQuery({ ...keyFacts, refetchInterval: MINUTE_MS });
  // All lines change at once: rendered in small parts, they hold up no press.
  const facts = useDeferredValue(data);
  const [opened, setOpened] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback(
    (uid: string, selected: boolean) =>
      setChosen((before) => new Set(selected ? [...before, uid] : [...before].filter((other) => other !== uid))),
    [],
  );
  const copies = groups.flatMap(({ mainKey, copyKeys }) =>
    copyKeys.filter(({ uid }) => chosen.has(uid)).map((apiKey) => ({ apiKey, mainUid: mainKey.uid })),
  );
  return (
    <>
      {copies.length > 0 ? <BulkBar copies={copies} onClear={() => setChosen(new Set())} /> : null}
      <table className={styles.table}>
        <thead>
          <tr className={styles.head}>
            <th scope="col">
              <span className="visually-hidden">Select</span>
            </th>
            {HEAD.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ mainKey, copyKeys }) => (
          <tbody key={mainKey.uid}>
            {[mainKey, ...copyKeys].map((apiKey) => (
              <KeyLine
                key={apiKey.uid}
                apiKey={apiKey}
                mainUid={mainKey.uid}
                active={apiKey.uid === activeUid}
                facts={facts?.find(({ uid }) => uid === apiKey.uid)}
                selected={chosen.has(apiKey.uid)}
                onSelect={select}
                onOpen={setOpened}
              />
            ))}
          </tbody>
        ))}
      </table>
      {opened === null ? null : <ManageKey {...props} uid={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
