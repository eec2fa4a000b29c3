import { type ReactNode, useId, useRef, useState } from 'react';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { ApiKey, ApiKeyGroup, KeyContext } from '../key-context.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { Balance } from '../components/worth.tsx';
import { marketName } from '#contracts/rules/market-name.ts';
import styles from './deletion.module.css';
import { OpenBlocks } from './open-blocks.tsx';
import { consequence, mayDelete, replacements } from './replacements.ts';
import { showChoice, useDeletion } from './use-deletion.ts';

const Facts = ({ apiKey, more }: { apiKey: ApiKey; more?: ReactNode }) => (
  <span className={styles.facts}>
    {more ? <span>{more}</span> : null}
    <span>{marketName(apiKey.market)}</span>
    <span>
      <Balance apiKey={apiKey} />
    </span>
  </span>
);

const keysIn = ({ copyKeys }: ApiKeyGroup) => (copyKeys.length === 0 ? '1 key' : `${copyKeys.length + 1} keys`);

interface Choosing {
  chosen: string | null;
  /** Null clears the choice. */
  onChoose: (uid: string | null) => void;
}

const Row = ({ apiKey, more, chosen, onChoose }: Choosing & { apiKey: ApiKey; more?: ReactNode }) => (
  <label className={styles.option}>
    <input
      type="checkbox"
      checked={chosen === apiKey.uid}
      onChange={(event) => onChoose(event.target.checked ? apiKey.uid : null)}
    />
    <span className={styles.row}>
      <strong>{apiKey.name}</strong>
      <Facts apiKey={apiKey} {...(more !== undefined && { more })} />
    </span>
  </label>
);

const GroupRow = ({ group, ...choosing }: Choosing & { group: ApiKeyGroup }) => (
  <div className={styles.row}>
    <Row apiKey={group.mainKey} more={keysIn(group)} {...choosing} />
    <Disclosure
      title={
        <>
          Sub-keys of <bdi>{group.mainKey.name}</bdi>
        </>
      }
    >
      <ul className={styles.rows}>
        {group.copyKeys.map((key) => (
          <li key={key.uid}>
            <bdi>{key.name}</bdi> <Facts apiKey={key} />
          </li>
        ))}
      </ul>
    </Disclosure>
  </div>
);

type TabName = 'groups' | 'keys';

function Choices({ place, ...choosing }: Choosing & { place: KeyContext }) {
  const { groups, own, alone } = replacements(place);
  const tabs = [
    ...(groups.length > 0 ? [{ value: 'groups' as const, label: 'Group keys' }] : []),
    ...(own.length + alone.length > 0 ? [{ value: 'keys' as const, label: 'Keys' }] : []),
  ];
  const [tab, setTab] = useState<TabName>(own.length > 0 ? 'keys' : (tabs[0]?.value ?? 'keys'));
  return (
    <div>
      <Tabs label="Choose key or group of keys" tabs={tabs} value={tab} onChange={setTab}>
        <div className={styles.rows}>
          {tab === 'groups'
            ? groups.map((group) => <GroupRow key={group.mainKey.uid} group={group} {...choosing} />)
            : null}
          {tab === 'keys'
            ? own.map((key) => (
                <Row
                  key={key.uid}
                  apiKey={key}
                  more={
                    <>
                      Copy key of <bdi>{place.apiKey.name}</bdi>
                    </>
                  }
                  {...choosing}
                />
              ))
            : null}
          {tab === 'keys' ? alone.map((key) => <Row key={key.uid} apiKey={key} {...choosing} />) : null}
        </div>
      </Tabs>
    </div>
  );
}

/** What is still missing before OK; null if nothing. */
function missing(blocksChosen: boolean, keyChosen: boolean): string | null {
  if (!blocksChosen) return 'Choose what happens to the open blocks.';
  return keyChosen ? null : 'Choose the key that takes its place.';
}

/** Deletes a main key with copy keys, or the active key, after its replacement was chosen. */
export function ReplaceDialog({ onClose, ...place }: KeyContext & { onClose: () => void }) {
  const { apiKey, group, activeUid } = place;
  const active = activeUid === apiKey.uid;
  const headingId = useId();
  const offline = useKeysOffline();
  const [chosen, setChosen] = useState<string | null>(null);
  const deletion = useDeletion(place, onClose);
  const blocksRef = useRef<HTMLFieldSetElement>(null);
  const keysRef = useRef<HTMLElement>(null);
  const lacks = missing(deletion.ready, mayDelete(place, chosen));
  const press = () => {
    if (lacks === null) deletion.run(chosen);
    else showChoice((deletion.ready ? keysRef : blocksRef).current);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Before delete {active ? 'active ' : ''}key <bdi>{apiKey.name}</bdi> choose a new key
        </>
      }
      footer={
        <>
          <output className={styles.following}>{lacks ?? consequence(place, chosen)}</output>
          <DialogActions
            onBack={onClose}
            variant="danger"
            aria-disabled={lacks !== null}
            disabled={offline}
            busy={deletion.busy}
            onClick={press}
          >
            OK
          </DialogActions>
        </>
      }
    >
      <Facts apiKey={apiKey} more={keysIn(group)} />
      <OpenBlocks ref={blocksRef} apiKey={apiKey} deletion={deletion} />
      <section ref={keysRef} className={styles.row} aria-labelledby={headingId}>
        <h3 id={headingId}>Choose key or group of keys</h3>
        <Choices place={place} chosen={chosen} onChoose={setChosen} />
      </section>
    </Dialog>
  );
}
