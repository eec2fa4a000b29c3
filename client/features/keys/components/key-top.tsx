import { KeyRound, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { renameKey } from '#contracts/key-groups.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { focusNow } from '../../../ui/use-focus-back.ts';
import { useKeysOffline } from '../keys-offline.ts';
import { useKeyChange } from '../keys.mutations.ts';
import styles from './keys.module.css';
import type { ApiKey } from '../key-context.ts';

interface NameProps {
  apiKey: ApiKey;
  mainUid: string;
}

const KeyName = ({ apiKey: { uid, name, market }, mainUid }: NameProps) => {
  const renaming = useKeyChange(renameKey);
  const shown = <bdi className={styles.name}>{name}</bdi>;
  return useKeysOffline() ? (
    shown
  ) : (
    <InlineEdit
      label={`Name of ${isolated(name)}`}
      value={name}
      shown={shown}
      maxLength={60}
      required
      onSave={(typed) => renaming.mutate({ mainUid, market, name: typed.trim(), updateUid: uid })}
    />
  );
};

export interface Marker {
  chosen: boolean;
  onChoose: () => void;
}

interface TopProps extends NameProps {
  active: boolean;
  /** Shown instead of the name while the active key is being chosen. */
  marker?: Marker | undefined;
  children?: ReactNode;
}

export const KeyTop = ({ apiKey, mainUid, active, marker, children }: TopProps) => (
  <header className={styles.cardTop}>
    {marker ? (
      <label className={styles.marker}>
        <input
          type="radio"
          name="active-key"
          checked={marker.chosen}
          onChange={marker.onChoose}
          ref={marker.chosen ? focusNow : undefined}
        />
        <bdi className={styles.name}>{apiKey.name}</bdi>
      </label>
    ) : (
      <>
        <Icon of={KeyRound} size={22} />
        <h3>
          <KeyName apiKey={apiKey} mainUid={mainUid} />
        </h3>
      </>
    )}
    <span className={styles.chips}>
      {active ? <Chip kind="live">Active</Chip> : null}
      {apiKey.paper ? <Chip kind="paper">Paper</Chip> : null}
      {children}
    </span>
  </header>
);

/** Why a key is disabled, or what the exchange refused. */
export function NotInUse({ apiKey, onCheck }: { apiKey: ApiKey; onCheck: () => void }) {
  const offline = useKeysOffline();
  const reason = apiKey.disabledReason ?? apiKey.refusal;
  return reason === null ? null : (
    <div className={styles.disabled} role="note">
      <Icon of={TriangleAlert} label={apiKey.disabledReason === null ? 'Refused' : 'Not in use'} />
      <p>{reason}</p>
      <Button small variant="quiet" disabled={offline} onClick={onCheck}>
        Check again
      </Button>
    </div>
  );
}
