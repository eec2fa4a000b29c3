import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useState } from 'react';
import { MINUTE_MS } from '../../../lib/durations.ts';
import type { ApiKeyGroup } from '../key-context.ts';
import { keyFacts } from '../key-detail.queries.ts';
import { BulkBar } from './bulk-bar.tsx';
import { KeyLine } from './key-line.tsx';
import styles from './keys-table.module.css';

interface Props {
  groups: readonly ApiKeyGroup[];
  activeUid: string | null;
  /** Shows all that can be done with a key; must be stable. */
  onManage: (uid: string) => void;
}

const HEAD = ['Key', 'Equity, USDT', 'Free, USDT', 'Open result', 'Copy rule', 'Last deal', 'Copying'];

/** The keys of a market, a main key above its copies. */
export function KeysTable({ groups, activeUid, onManage }: Props) {
  const { data, isLoading } = useQuery({ ...keyFacts, refetchInterval: MINUTE_MS });
  // All lines change at once: rendered in small parts, they hold up no press.
  const facts = useDeferredValue(data);
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
      <table className={styles.table} aria-busy={isLoading}>
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
                onOpen={onManage}
              />
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
